import BackgroundTasks
import Foundation

/// The app as its delegate sees it, with the names of UIKit's class; there is one in a process.
///
/// There are no windows here. A process that its user starts is in the foreground until it says otherwise
/// (`moveToBackground()`); one that the daemon starts is in the background, and headless.
@MainActor open class UIApplication: UIResponder {
  /// The one of this process.
  public static var shared: UIApplication {
    let application = chosen ?? UIApplication()
    chosen = application
    return application
  }

  private static var chosen: UIApplication?

  /// What is told of the life of the app.
  open weak var delegate: (any UIApplicationDelegate)?

  /// Where the app stands; in the background where the daemon has started it.
  open internal(set) var applicationState = State.inactive {
    didSet { sceneChanges?.note(applicationState) }
  }

  let process: any ApplicationProcess
  let backgroundTimes: BackgroundTimes
  /// From the launch on.
  var sceneChanges: SceneChanges?
  /// Nobody else holds the delegate of an app that is nothing but a delegate.
  var ownDelegate: (any UIApplicationDelegate)?
  /// Of scenes, for the events of sessions of transfers.
  var sessionHandlers: [TaskHandler] = []

  /// An application of a test's own.
  ///
  /// - Parameters:
  ///   - process: What stands for the process that the daemon knows.
  ///   - limit: The time of background tasks.
  init(process: any ApplicationProcess, limit: Duration = BackgroundTimes.limit) {
    self.process = process
    backgroundTimes = BackgroundTimes(process, limit: limit)
    super.init()
  }

  /// Launches an app with this delegate, and does not serve its main queue: for a bench, which has a process of the app after
  /// the other in one of its own.
  package static func launchAnew(_ delegate: any UIApplicationDelegate) {
    let application = UIApplication()
    chosen = application
    application.ownDelegate = delegate
    application.launch(delegate)
  }

  /// The application of this process.
  public required init() {
    process = OwnProcess.current
    backgroundTimes = BackgroundTimes(process)
    super.init()
  }

  /// Whether and how much the user sees of an app.
  public enum State: Int, Sendable {
    /// In the foreground, and takes what the user does.
    case active
    /// On its way from or to the foreground.
    case inactive
    /// Not seen, and runs.
    case background
  }

  /// Keys of the options of a launch. A launch for a task has none, here as on a phone: see `launchReason`.
  public struct LaunchOptionsKey: Hashable, RawRepresentable, Sendable {
    /// The text of the key.
    public let rawValue: String

    /// The key with this text.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }
  }

  /// Why there is this process. Not in UIKit.
  public enum LaunchReason: String, Sendable {
    /// The user has started it.
    case opened
    /// The daemon has started it for a task.
    case backgroundTask
  }

  /// Why there is this process. Not in UIKit.
  open var launchReason: LaunchReason { isHeadless ? .backgroundTask : .opened }

  /// Whether nobody looks at this process, because the daemon has started it: no window is built. Not in UIKit.
  open var isHeadless: Bool { process.isLaunchedByDaemon }

  /// Whether tasks may run in the background: what the switch of the app says (`rubatoctl app refresh`). Restricted
  /// where the daemon does not know the app, or cannot be asked.
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
  /// Nobody may say otherwise: here the daemon does not know the app, or cannot be asked.
  case restricted
  /// The user has switched it off.
  case denied
  /// It may.
  case available
}

/// What responds to events, with the name of UIKit's class. Here it only gives delegates a beginning.
@MainActor open class UIResponder: NSObject {
  /// One that responds to nothing.
  public required nonisolated override init() { super.init() }
}

/// The process as the daemon knows it.
protocol ApplicationProcess: Sendable {
  var isLaunchedByDaemon: Bool { get }
  /// What the switch of the app says; nil where nobody says it.
  var mayRefresh: Bool? { get }

  /// The time in which handlers may be registered is over.
  func finishLaunching()

  func report(isForeground: Bool)

  /// Asks for time to finish what was begun, although there is no task, or needs it no more.
  func hold(_ isHeld: Bool)

  /// It is about to end: what it is handed from now on is left to the next process.
  func leave()

  /// Whether it has a task.
  var isBusy: Bool { get }

  /// Hears whether there are tasks, whenever that has changed.
  func followActivity(_ handler: @escaping @Sendable (_ isBusy: Bool) -> Void)

  /// Takes what goes to the delegate of the app.
  func takeDelegateTasks(_ handler: @escaping @Sendable (DelegateTask) -> Void)

  /// Asks for fetches at least so many seconds apart; nil ends them.
  func setFetchInterval(_ seconds: Double?)
}

extension OwnProcess: ApplicationProcess {}
