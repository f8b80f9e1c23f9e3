import BackgroundTasks
import Foundation

/// What a module says of itself.
@MainActor public protocol AnyModule: AnyObject {
  /// Creates the module for an app.
  init(appContext: AppContext)

  /// Its name, its events and functions, and what it does at the moments of the app's life.
  @ModuleDefinitionBuilder func definition() -> ModuleDefinition
}

/// The class that modules derive from.
@MainActor open class BaseModule {
  /// The modules of the app.
  public private(set) weak var appContext: AppContext?

  /// Creates the module. An app has each of its modules once, so a second instance ends the process.
  public required init(appContext: AppContext) {
    self.appContext = appContext
    appContext.note(self)
  }

  /// Tells the listeners of an event: at once on the main queue, from anywhere else when that comes to it. Where there is
  /// none yet, the first to come is told, of a hundred events at most, in order.
  ///
  /// - Parameters:
  ///   - name: One of the module's `Events`; any other ends the process.
  ///   - body: What there is to tell.
  public nonisolated func sendEvent(_ name: String, _ body: [String: Any?] = [:]) {
    nonisolated(unsafe) let body = body
    if MainQueue.isCurrent {
      MainActor.assumeIsolated { appContext?.send(name, body, from: self) }
    } else {
      DispatchQueue.main.async { [self] in appContext?.send(name, body, from: self) }
    }
  }
}

/// A module of an app, with Expo's name: derive a class from it, give it a `definition()`, and list it in `ModulesProvider`.
public typealias Module = AnyModule & BaseModule

/// What went wrong with a module.
public struct ModuleError: LocalizedError, CustomStringConvertible, Equatable, Sendable {
  /// What went wrong, and what to do about it.
  public let description: String

  init(_ description: String) {
    self.description = description
  }

  /// The same.
  public var errorDescription: String? { description }
}
