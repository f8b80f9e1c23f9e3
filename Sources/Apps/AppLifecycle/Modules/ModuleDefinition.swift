/// The parts of a module.
public struct ModuleDefinition {
  typealias Body = @MainActor () -> Void
  typealias Function = @MainActor ([Any]) async throws -> Any
  typealias SynchronousFunction = @MainActor ([Any]) throws -> Any

  var name: String?
  var onCreate: Body?
  var onDestroy: Body?
  var onEntersForeground: Body?
  var onEntersBackground: Body?
  var onBecomesActive: Body?
  var onStartObserving: Body?
  var onStopObserving: Body?
  var events: [String] = []
  var constants: () -> [String: Any?] = { [:] }
  var functions: [String: SynchronousFunction] = [:]
  var asyncFunctions: [String: Function] = [:]
}

/// A line of a definition, such as `Name("Health")`.
public struct ModuleDefinitionPart {
  /// Adds this line to a definition.
  let add: (inout ModuleDefinition) -> Void
}

/// Combines the lines of a definition.
@resultBuilder public enum ModuleDefinitionBuilder {
  /// Combines the lines in their order.
  public static func buildBlock(_ parts: ModuleDefinitionPart...) -> ModuleDefinition {
    var definition = ModuleDefinition()
    for part in parts { part.add(&definition) }
    return definition
  }
}
