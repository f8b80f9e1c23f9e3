import BackgroundTasks
import CMainQueue
import Control
import Foundation

/// The connection that `TaskCenter` finds by the name of this class.
final class AppConnection: ProcessConnection {
  /// Attaches this process, and ends the launch when the main queue first runs. If it has already run, the launch ends
  /// now.
  static func attach() -> TaskCenter {
    let (bundle, environment) = (AppBundle.ofThisProcess(), LaunchEnvironment.consume())
    let center = TaskCenter(
      DaemonLink(bundle, environment), declaration: bundle.declaration,
      isLaunchedByDaemon: environment.token != nil)
    center.daemon.start(center)
    if rubato_main_queue_has_turned() {
      center.endLaunch(
        because:
          "the main queue first ran, which was before the first use of BGTaskScheduler.shared; use it in"
          + " main, or in application(_:didFinishLaunchingWithOptions:)")
    }
    // Has no effect if the launch has already ended.
    DispatchQueue.main.async {
      center.endLaunch(
        because:
          "the main queue first ran, for example during the first await of an async main")
    }
    return center
  }
}

// For higher libraries.
extension OwnProcess {
  /// Calls a method of the interface.
  ///
  /// - Throws: If the daemon refuses it or cannot be reached, or the process has no connection, as on a bench.
  package func call<Method: ControlMethod>(
    _ method: Method
  ) throws(BGTaskScheduler.Error) -> Method.Reply {
    try link().call(method)
  }

  /// Returns the app's queued and running requests.
  ///
  /// - Throws: If the daemon refuses it or cannot be reached, or the process has no connection, as on a bench.
  package func requests() throws(BGTaskScheduler.Error) -> [RequestInfo] { try link().requests() }

  /// Returns the link to the daemon. Throws if the process has none.
  private func link() throws(BGTaskScheduler.Error) -> DaemonLink {
    if let link = center.daemon as? DaemonLink { return link }
    throw BGTaskScheduler.Error(
      .unavailable, "this requires a daemon, which a bench does not have")
  }

  /// The path of the daemon's socket; `nil` on a bench.
  package var socket: String? { (center.daemon as? DaemonLink)?.socket }

  /// Registers a handler for notices about the user's requests, called on a thread of the library. A snapshot is sent
  /// first, and again if notices may have been missed. On a bench, there are no notices.
  package func followNotices(_ handler: @escaping @Sendable (NoticeInfo) -> Void) {
    (center.daemon as? DaemonLink)?.followNotices(handler)
  }
}
