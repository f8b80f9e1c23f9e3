import BackgroundTasks
import Foundation

/// The app, with the names of UIKit's class; each process has one.
///
/// It has no windows. A process that its user starts is in the foreground until it calls `moveToBackground()`. A
/// process that the daemon starts is in the background, and headless.
@preconcurrency @MainActor open class UIApplication: UIResponder {
  /// The application of this process.
  public static var shared: UIApplication {
    let application = current ?? UIApplication()
    current = application
    return application
  }

  private static var current: UIApplication?

  /// The delegate, which receives the events of the app's life.
  open weak var delegate: (any UIApplicationDelegate)?

  /// The state of the app; background if the daemon has started the process.
  open internal(set) var applicationState = State.inactive {
    didSet { sceneChanges?.update(for: applicationState) }
  }

  let process: any ApplicationProcess
  let backgroundTimes: BackgroundTimes
  /// Set at the launch; `nil` before.
  var sceneChanges: SceneChanges?
  /// The scene; `nil` if the app has no scenes, and in a process that the daemon has started.
  var connectedScene: ConnectedScene?
  /// The only strong reference to the delegate of an app without another owner.
  var retainedDelegate: (any UIApplicationDelegate)?
  /// The handlers of scenes for the events of transfer sessions.
  var sessionHandlers: [TaskHandler] = []

  /// Creates an application for a test.
  ///
  /// - Parameters:
  ///   - process: The process that the daemon knows, or a substitute.
  ///   - limit: The time of background tasks.
  init(process: any ApplicationProcess, limit: Duration = BackgroundTimes.limit) {
    self.process = process
    backgroundTimes = BackgroundTimes(process, limit: limit)
    super.init()
  }

  /// Launches an app with this delegate, without serving its main queue. It replaces `shared`, so that a bench can
  /// run the processes of an app one after the other in its own process.
  package static func relaunch(_ delegate: any UIApplicationDelegate) {
    let application = UIApplication()
    current = application
    application.retainedDelegate = delegate
    application.launch(delegate)
  }

  /// The application of this process.
  public required init() {
    process = OwnProcess.current
    backgroundTimes = BackgroundTimes(process)
    super.init()
  }

  /// The states of an app.
  public enum State: Int, Sendable {
    /// In the foreground, and receives the user's input.
    case active
    /// Between the foreground and the background.
    case inactive
    /// Not visible, and running.
    case background
  }

  /// The key of a launch option. A launch for a task has no options, here as on a phone: see `launchReason`.
  public struct LaunchOptionsKey: Hashable, RawRepresentable, Sendable {
    /// The text of the key.
    public let rawValue: String

    /// Creates the key with this text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// The scene that is connected; empty if the app has no scenes, and in a process that the daemon has started.
  open var connectedScenes: Set<UIScene> { connectedScene.map { [$0.scene] } ?? [] }

  /// The reason why the process was started. Not in UIKit.
  public enum LaunchReason: String, Sendable {
    /// The user has started it.
    case opened
    /// The daemon has started it for a task.
    case backgroundTask
  }

  /// The reason why this process was started. Not in UIKit.
  open var launchReason: LaunchReason { isHeadless ? .backgroundTask : .opened }

  /// Whether the daemon has started this process, so that no window is built. Not in UIKit.
  open var isHeadless: Bool { process.isLaunchedByDaemon }

  /// Whether tasks may run in the background, which the user sets with `rubatoctl app refresh`. Restricted if the
  /// daemon does not know the app or cannot be reached.
  open var backgroundRefreshStatus: UIBackgroundRefreshStatus {
    switch process.mayRefresh {
    case true?: .available
    case false?: .denied
    case nil: .restricted
    }
  }
}

/// Whether an app may run in the background, with the names of UIKit's.
public enum UIBackgroundRefreshStatus: Int, Sendable {
  /// The daemon does not know the app or cannot be reached, so the user cannot allow it.
  case restricted
  /// The user has denied it.
  case denied
  /// The user allows it.
  case available
}

/// The class of objects that respond to events, with the name of UIKit's. Here it is only a base class for delegates.
@preconcurrency @MainActor open class UIResponder: NSObject {
  /// Creates a responder that responds to no event.
  public required nonisolated override init() { super.init() }
}

/// The process as known to the daemon.
protocol ApplicationProcess: Sendable {
  var isLaunchedByDaemon: Bool { get }
  /// Whether the user allows background refreshes; `nil` if that is unknown.
  var mayRefresh: Bool? { get }

  /// The configurations of window scenes in the Info.plist; `nil` if the app has no scenes.
  var scenes: [SceneConfiguration]? { get }

  /// Called when handlers can no longer be registered.
  func endLaunch()

  /// Reports to the daemon whether the app is in the foreground.
  func report(isForeground: Bool)

  /// Asks for time to finish work that has begun, although there is no task, or ends that request.
  func requestBackgroundTime(_ isRequested: Bool)

  /// Called when the process is about to end. Tasks that arrive afterwards are left to the next process.
  func stopReceivingTasks()

  /// Whether the process has a task.
  var isBusy: Bool { get }

  /// Registers a handler that is called when `isBusy` has changed.
  func followActivity(_ handler: @escaping @Sendable (_ isBusy: Bool) -> Void)

  /// Registers the handler for the delegate's tasks.
  func setDelegateHandler(_ handler: @escaping @Sendable (DelegateTask) -> Void)

  /// Asks for fetches at least this many seconds apart; `nil` ends them.
  func setFetchInterval(_ seconds: Double?)
}

extension OwnProcess: ApplicationProcess {}
