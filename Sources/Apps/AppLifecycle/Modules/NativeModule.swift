import Foundation

/// A module as seen by its users.
@MainActor public final class NativeModule {
  /// The maximum number of events that are kept for a listener.
  static let longestQueue = 100

  /// The name by which the module is looked up.
  public let name: String

  let instance: any AnyModule
  let definition: ModuleDefinition
  private var listeners: [(id: Int, event: String, body: ([String: Any?]) -> Void)] = []
  private var nextListener = 0
  private var keptEvents: [(event: String, body: [String: Any?])] = []
  private var dropped = 0

  /// Creates a module from its instance and its definition. Without a `Name` in the definition, the class gives the
  /// name.
  init(_ instance: any AnyModule, _ definition: ModuleDefinition) {
    self.instance = instance
    self.definition = definition
    name = definition.name ?? "\(type(of: instance))"
  }

  var typeName: String { "\(type(of: instance))" }

  /// The values of the module that do not change.
  public private(set) lazy var constants = definition.constants()

  // MARK: Functions

  /// Calls a function of the module.
  ///
  /// - Throws: The error of the function; `ModuleError` if no function has this name, or the arguments do not match.
  @discardableResult
  public func call(_ function: String, _ arguments: Any...) throws -> Any {
    guard let body = definition.functions[function] else {
      throw unknownFunctionError(function, definition.functions.keys, "Function")
    }
    return try body(arguments)
  }

  /// Calls an asynchronous function of the module.
  ///
  /// - Throws: The error of the function; `ModuleError` if no function has this name, or the arguments do not match.
  @discardableResult
  public func callAsync(_ function: String, _ arguments: Any...) async throws -> Any {
    guard let body = definition.asyncFunctions[function] else {
      throw unknownFunctionError(function, definition.asyncFunctions.keys, "AsyncFunction")
    }
    return try await body(arguments)
  }

  /// Returns the error for an unknown function, with the names of the known functions of the same kind.
  private func unknownFunctionError(
    _ function: String, _ known: some Sequence<String>, _ kind: String
  ) -> ModuleError {
    let names = known.sorted().joined(separator: ", ")
    return ModuleError(
      "\(name) has no \(kind) '\(function)'" + (names.isEmpty ? "" : "; it has \(names)"))
  }

  // MARK: Events

  /// The registration of a listener, until it is removed.
  @MainActor public final class Subscription {
    private var end: (() -> Void)?

    init(_ end: @escaping () -> Void) {
      self.end = end
    }

    /// Removes the listener.
    public func remove() {
      end?()
      end = nil
    }
  }

  /// Adds a listener to an event. `OnStartObserving` is called if the module had no listener. Then the listener
  /// receives the events that were kept while this event had no listener, in order.
  ///
  /// - Parameters:
  ///   - event: One of the module's `Events`; any other name ends the process.
  ///   - listener: Called with each event from now on.
  @discardableResult
  public func addListener(
    _ event: String, _ listener: @escaping ([String: Any?]) -> Void
  ) -> Subscription {
    requireDeclared(event)
    let id = nextListener
    nextListener += 1
    listeners.append((id, event, listener))
    if listeners.count == 1 { definition.onStartObserving?() }
    let kept = keptEvents.filter { $0.event == event }
    keptEvents.removeAll { $0.event == event }
    for (_, body) in kept { listener(body) }
    return Subscription { [weak self] in self?.remove(id) }
  }

  /// Removes a listener, and calls `OnStopObserving` if none is left.
  private func remove(_ id: Int) {
    listeners.removeAll { $0.id == id }
    if listeners.isEmpty { definition.onStopObserving?() }
  }

  /// Passes an event to its listeners, or keeps it for the first one if it has none. An undeclared event ends the
  /// process.
  func send(_ event: String, _ body: [String: Any?]) {
    requireDeclared(event)
    let matching = listeners.filter { $0.event == event }
    if matching.isEmpty { keepForFirstListener(event, body) }
    for listener in matching { listener.body(body) }
  }

  /// Keeps an event without a listener. Above `longestQueue` events the oldest one is dropped; only the first drop is
  /// logged.
  private func keepForFirstListener(_ event: String, _ body: [String: Any?]) {
    keptEvents.append((event, body))
    guard keptEvents.count > Self.longestQueue else { return }
    let first = keptEvents.removeFirst()
    dropped += 1
    if dropped == 1 {
      Log.write(
        "no listener for \(name): events beyond \(Self.longestQueue) are dropped, oldest first, beginning with"
          + " \(first.event)")
    }
  }

  /// Ends the process if the module does not declare the event.
  private func requireDeclared(_ event: String) {
    if definition.events.contains(event) { return }
    let known = definition.events.map { "`\($0)`" }.joined(separator: ", ")
    AppContext.fail(
      "`\(event)` is not a supported event type for \(name). Supported events are: \(known.isEmpty ? "none" : known)"
    )
  }
}
