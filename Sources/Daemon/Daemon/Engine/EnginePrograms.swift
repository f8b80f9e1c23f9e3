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
  /// The processes of apps that are attached.
  let apps: AttachedApps
  /// The processes that watch paths.
  let observers = PathObservers()
  /// The commands that report failures.
  var failures = FailureCommands()
  /// The retained output of runs.
  var keptOutput = KeptOutput()

  init(
    _ launcher: any Launcher, socket: String = "", observer: String = "/usr/libexec/rubato-observe",
    notifier: String = TaskClass.notifier, tokens: LaunchTokens? = nil
  ) {
    self.launcher = launcher
    (self.socket, self.observer, self.notifier) = (socket, observer, notifier)
    apps = AttachedApps(tokens: tokens)
  }
}
