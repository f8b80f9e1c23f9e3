import BackgroundTasks
import Foundation

/// An app with the interface of SwiftUI's protocol of this name: marked `@main`, it is the program.
@preconcurrency @MainActor public protocol App {
  /// The type of the body.
  associatedtype Body: Scene

  /// The scenes of the app, with the tasks that they handle.
  @SceneBuilder var body: Body { get }

  /// Creates the app.
  init()
}

extension App {
  /// Launches the app, and never returns.
  public static func main() {
    let application = UIApplication.shared
    let running = RunningApp(Self())
    application.run { SceneParts.of(running.app.body) }
  }
}

/// The app, confined to the main actor whatever its contents.
@MainActor private final class RunningApp<Content: App> {
  let app: Content

  init(_ app: Content) {
    self.app = app
  }
}

/// Creates the delegate of an `App`, with the name of SwiftUI's property wrapper.
@MainActor @propertyWrapper public struct UIApplicationDelegateAdaptor<DelegateType>
where DelegateType: UIApplicationDelegate {
  /// The delegate.
  public let wrappedValue: DelegateType

  /// Creates the delegate and makes it the application's.
  public init(_ delegateType: DelegateType.Type = DelegateType.self) {
    wrappedValue = DelegateCreation.make(delegateType)
    UIApplication.shared.retainedDelegate = wrappedValue
  }
}
