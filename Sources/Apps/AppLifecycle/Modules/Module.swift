import BackgroundTasks
import Foundation

/// The interface of a module: its creation and its definition.
@MainActor public protocol AnyModule: AnyObject {
  /// Creates the module for an app.
  init(appContext: AppContext)

  /// The module's name, its events and functions, and its handlers of the app's life.
  @ModuleDefinitionBuilder func definition() -> ModuleDefinition
}

/// The class that modules derive from.
@MainActor open class BaseModule {
  /// The modules of the app.
  public private(set) weak var appContext: AppContext?

  /// Creates the module. An app has one instance of each module; a second instance ends the process.
  public required init(appContext: AppContext) {
    self.appContext = appContext
    appContext.registerInstance(self)
  }

  /// Sends an event to its listeners: immediately if called on the main queue, else later on the main queue. Up to a
  /// hundred events are kept, in order, for the first listener.
  ///
  /// - Parameters:
  ///   - name: One of the module's `Events`; any other name ends the process.
  ///   - body: The content of the event.
  public nonisolated func sendEvent(_ name: String, _ body: [String: Any?] = [:]) {
    // Not `Sendable`, but used only on the main queue from here on.
    nonisolated(unsafe) let body = body
    if MainQueue.isCurrent {
      MainActor.assumeIsolated { appContext?.send(name, body, from: self) }
    } else {
      DispatchQueue.main.async { [self] in appContext?.send(name, body, from: self) }
    }
  }
}

/// A module of an app, with Expo's name: derive a class from it, give it a `definition()`, and list it in
/// `ModulesProvider`.
public typealias Module = AnyModule & BaseModule

/// An error of a module.
public struct ModuleError: LocalizedError, CustomStringConvertible, Equatable, Sendable {
  /// The error, and the remedy.
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  /// The same as `description`.
  public var errorDescription: String? { description }
}
