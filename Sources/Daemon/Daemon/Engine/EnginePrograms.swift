import Launch
import Scheduling

/// The launcher, and the programs other than runs that it has started. Used on the engine's loop only.
struct EnginePrograms {
  let launcher: any Launcher
  /// The socket of this daemon, for commands.
  let socket: String
  /// The program that watches paths.
  let observer: String
  /// The program that shows notifications.
  let notifier: String
  /// Whether owners are notified of failures by default. A daemon with a place of its own, as in a test, does not do so.
  let notifiesByDefault: Bool
  /// The processes of apps that are attached.
  let apps: AttachedApps
  /// The processes that watch paths.
  let observers = PathObservers()
  /// The commands that report failures.
  var failures = FailureCommands()
  /// The notifications for owners of requests.
  var notices = OwnerNotices()
  /// The retained output of runs.
  var keptOutput = KeptOutput()

  init(
    _ launcher: any Launcher, socket: String = "", observer: String = "/usr/libexec/rubato-observe",
    notifier: String = TaskClass.notifier, notifiesByDefault: Bool = false,
    tokens: LaunchTokens? = nil
  ) {
    self.notifiesByDefault = notifiesByDefault
    self.launcher = launcher
    (self.socket, self.observer, self.notifier) = (socket, observer, notifier)
    apps = AttachedApps(tokens: tokens)
  }
}
