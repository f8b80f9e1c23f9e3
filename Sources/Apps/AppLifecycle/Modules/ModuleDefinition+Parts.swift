// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Expo's.

/// How others ask for the module; without it, by the name of its class.
public func Name(_ name: String) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.name = name }
}

/// The events that the module sends.
public func Events(_ names: String...) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.events += names }
}

/// What the module says of itself that does not change: `NativeModule.constants`.
public func Constants(_ body: @escaping () -> [String: Any?]) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.constants = body }
}

/// The same for what is known already.
public func Constants(_ constants: [String: Any?]) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.constants = { constants } }
}

/// Called when the module is created, in the launch of the app: to be over within 50 ms, and within 200 ms at the latest
/// (`ModuleLimits`).
public func OnCreate(_ body: @escaping @MainActor () -> Void) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.onCreate = body }
}

/// Called when the process is about to end.
public func OnDestroy(_ body: @escaping @MainActor () -> Void) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.onDestroy = body }
}

/// Called when the app is about to be seen.
public func OnAppEntersForeground(_ body: @escaping @MainActor () -> Void) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.onEntersForeground = body }
}

/// Called when the app is seen no more.
public func OnAppEntersBackground(_ body: @escaping @MainActor () -> Void) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.onEntersBackground = body }
}

/// Called when the app takes what the user does.
public func OnAppBecomesActive(_ body: @escaping @MainActor () -> Void) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.onBecomesActive = body }
}

/// Called when the first listener has come.
public func OnStartObserving(_ body: @escaping @MainActor () -> Void) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.onStartObserving = body }
}

/// Called when the last listener has gone.
public func OnStopObserving(_ body: @escaping @MainActor () -> Void) -> ModuleDefinitionPart {
  ModuleDefinitionPart { $0.onStopObserving = body }
}

/// A function of the module that answers at once.
public func Function<each Argument, Result>(
  _ name: String, _ body: @escaping @MainActor (repeat each Argument) throws -> Result
) -> ModuleDefinitionPart {
  ModuleDefinitionPart { definition in
    definition.functions[name] = { given in
      var arguments = Arguments(given, of: name)
      let result = try body(repeat arguments.next((each Argument).self))
      try arguments.end()
      return result
    }
  }
}

/// A function of the module that answers later: when it returns, or, if its last argument is a `Promise`, when that is resolved or
/// rejected. It is called on the main actor.
public func AsyncFunction<each Argument, Result>(
  _ name: String, _ body: @escaping @MainActor (repeat each Argument) async throws -> Result
) -> ModuleDefinitionPart {
  ModuleDefinitionPart { definition in
    definition.asyncFunctions[name] = { given in
      var arguments = Arguments(given, of: name)
      let taken = (repeat try arguments.next((each Argument).self))
      try arguments.end()
      let result = try await body(repeat each taken)
      return try await arguments.promise?.value() ?? result
    }
  }
}

/// The arguments of a call, taken one after the other.
private struct Arguments {
  private let name: String
  private let values: [Any]
  private var place = 0
  /// The one that the function was given.
  private(set) var promise: Promise?

  init(_ values: [Any], of name: String) {
    self.name = name
    self.values = values
  }

  mutating func next<Value>(_ type: Value.Type) throws(ModuleError) -> Value {
    if type == Promise.self, let made = takePromise() as? Value { return made }
    place += 1
    guard place <= values.count else {
      throw ModuleError("\(name): argument \(place) is missing; it is of type \(type)")
    }
    guard let value = values[place - 1] as? Value else {
      throw ModuleError(
        "\(name): argument \(place) is of type \(Swift.type(of: values[place - 1])), and must be of type \(type)"
      )
    }
    return value
  }

  private mutating func takePromise() -> Promise {
    let made = promise ?? Promise()
    promise = made
    return made
  }

  func end() throws(ModuleError) {
    if place < values.count {
      throw ModuleError("\(name) takes \(place) arguments, and was given \(values.count)")
    }
  }
}
