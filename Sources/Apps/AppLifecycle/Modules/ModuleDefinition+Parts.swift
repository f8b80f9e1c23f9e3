// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names come from Expo.

/// Sets the name of the module. Without it, the name is the class's.
public func Name(_ name: String) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.name = name }
}

/// Declares the events that the module sends.
public func Events(_ names: String...) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.events += names }
}

/// Declares the module's values that do not change: `NativeModule.constants`.
public func Constants(_ body: @escaping () -> [String: Any?]) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.constants = body }
}

/// Declares the module's constants with values that are already known.
public func Constants(_ constants: [String: Any?]) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.constants = { constants } }
}

/// Registers a block that is called when the module is created, during the launch of the app. It should return within
/// 50 ms, and must return within 200 ms (`ModuleLimits`).
public func OnCreate(_ body: @escaping @MainActor () -> Void) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.onCreate = body }
}

/// Registers a block that is called when the process is about to end.
public func OnDestroy(_ body: @escaping @MainActor () -> Void) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.onDestroy = body }
}

/// Registers a block that is called when the app is about to enter the foreground.
public func OnAppEntersForeground(_ body: @escaping @MainActor () -> Void) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.onEntersForeground = body }
}

/// Registers a block that is called when the app has entered the background.
public func OnAppEntersBackground(_ body: @escaping @MainActor () -> Void) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.onEntersBackground = body }
}

/// Registers a block that is called when the app has become active.
public func OnAppBecomesActive(_ body: @escaping @MainActor () -> Void) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.onBecomesActive = body }
}

/// Registers a block that is called when the first listener was added.
public func OnStartObserving(_ body: @escaping @MainActor () -> Void) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.onStartObserving = body }
}

/// Registers a block that is called when the last listener was removed.
public func OnStopObserving(_ body: @escaping @MainActor () -> Void) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.onStopObserving = body }
}

/// Defines a function of the module that returns its result immediately.
public func Function<each Argument, Result>(
  _ name: String, _ body: @escaping @MainActor (repeat each Argument) throws -> Result
) -> ModuleDefinitionPart {
  ModuleDefinitionPart { definition in
    definition.functions[name] = { passed in
      var arguments = Arguments(passed, of: name)
      let result = try body(repeat arguments.next((each Argument).self))
      try arguments.checkNoneIsLeft()
      return result
    }
  }
}

/// Defines a function of the module that returns its result later: when it returns, or, if its last argument is a
/// `Promise`, when that is resolved or rejected. It is called on the main actor.
public func AsyncFunction<each Argument, Result>(
  _ name: String, _ body: @escaping @MainActor (repeat each Argument) async throws -> Result
) -> ModuleDefinitionPart {
  ModuleDefinitionPart { definition in
    definition.asyncFunctions[name] = { passed in
      var arguments = Arguments(passed, of: name)
      let converted = (repeat try arguments.next((each Argument).self))
      try arguments.checkNoneIsLeft()
      let result = try await body(repeat each converted)
      // A body with a `Promise` can return before its result exists.
      return try await arguments.promise?.value() ?? result
    }
  }
}

/// The arguments of a call, read one after the other.
private struct Arguments {
  private let name: String
  private let values: [Any]
  /// The number of arguments that `next(_:)` has read.
  private var place = 0
  /// The promise that the function received; `nil` if it takes none.
  private(set) var promise: Promise?

  /// Creates the arguments of one call of the function `name`.
  init(_ values: [Any], of name: String) {
    self.name = name
    self.values = values
  }

  /// Returns the next argument of the call. A `Promise` is created and uses no passed argument. Throws a `ModuleError`
  /// if the argument is missing or is not of this type.
  mutating func next<Value>(_ type: Value.Type) throws(ModuleError) -> Value {
    if type == Promise.self, let promise = createdPromise() as? Value { return promise }
    place += 1
    guard place <= values.count else {
      throw ModuleError("\(name): argument \(place) of type \(type) is missing")
    }
    guard let value = values[place - 1] as? Value else {
      throw ModuleError(
        "\(name): argument \(place) is of type \(Swift.type(of: values[place - 1])); pass \(type)"
      )
    }
    return value
  }

  /// Returns the promise of the call, and creates it at the first use.
  private mutating func createdPromise() -> Promise {
    let created = promise ?? Promise()
    promise = created
    return created
  }

  /// Throws a `ModuleError` if the caller passed more arguments than the function takes.
  func checkNoneIsLeft() throws(ModuleError) {
    if place < values.count {
      throw ModuleError("\(name) takes \(place) arguments, but \(values.count) were passed")
    }
  }
}
