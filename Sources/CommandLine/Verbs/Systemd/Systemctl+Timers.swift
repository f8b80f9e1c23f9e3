import AtomicFiles
import Control
import Terminal
import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

// Disables a timer, and restores it.
extension Systemctl {
  /// Stops the timer permanently, in the way that `TimerSwitch` chose.
  func disable(_ timer: TimerFacts) throws(Failure) {
    let timerSwitch = try Self.checkedSwitch(of: timer)
    // Disabling a unit that is linked from elsewhere also removes the link.
    let file = RealPath.resolve(timer.path) ?? timer.path
    try run(["stop", timer.name])
    switch timerSwitch {
    case .disable:
      try run(["disable", timer.name])
      let remaining = try self.timer(timer.name)
      if remaining.loadState == "not-found" { try run(["link", file]) }
      // A timer can be enabled in two ways at the same time: permanently, and until the next boot.
      if remaining.fileState == "enabled-runtime" { try run(["disable", "--runtime", timer.name]) }
    case .disableUntilReboot: try run(["disable", "--runtime", timer.name])
    case .mask: try run(["mask", timer.name])
    case .stop: break
    }
  }

  /// Returns the way to disable a timer. Throws if its state could not be restored.
  @discardableResult
  static func checkedSwitch(of timer: TimerFacts) throws(Failure) -> TimerSwitch {
    do throws(InputError) {
      return try TimerSwitch(timer)
    } catch {
      throw .refused(error)
    }
  }

  /// Restores the state that the timer had before its adoption. Throws if the timer no longer exists.
  ///
  /// - Parameter lastRun: The last success of the request that replaced the timer; `nil` if there is none.
  func restore(_ timer: TimerInfo, lastRun: WallTime?) throws(Failure) {
    var present = try self.timer(timer.name)
    // The adoption has masked a timer that another unit starts (`TimerSwitch`).
    if present.loadState == "masked", timer.state != "masked" {
      try run(["unmask", timer.name])
      present = try self.timer(timer.name)
    }
    guard present.loadState == "loaded" else { throw .refused("\(timer.name) no longer exists") }
    switch timer.state {
    case "enabled": try run(["enable", timer.name])
    case "enabled-runtime": try run(["enable", "--runtime", timer.name])
    default: break
    }
    // Before the start, at which systemd reads the time.
    if let lastRun, present.isPersistent, !present.isActive {
      recordRun(of: timer.name, at: lastRun)
    }
    if timer.active, !present.isActive { try run(["start", timer.name]) }
  }

  /// Sets the time of a persistent timer's last run to `moment`, unless it is later. Otherwise systemd would
  /// immediately catch up on work that the request has done (see Persistent= in systemd.timer(5)). If that fails, the
  /// work runs once more.
  private func recordRun(of timer: String, at moment: WallTime) {
    guard let path = stampPath(timer) else { return }
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    let seconds = moment.nanoseconds / 1_000_000_000
    guard status.st_mtim.tv_sec < seconds else { return }
    let time = timespec(tv_sec: Int(seconds), tv_nsec: 0)
    _ = utimensat(AT_FDCWD, path, [time, time], 0)
  }

  /// Returns the path of the file whose modification time is the last run of a persistent timer (systemd.timer(5));
  /// `nil` if the user's home is unknown.
  private func stampPath(_ timer: String) -> String? {
    guard isUser else { return "/var/lib/systemd/timers/stamp-\(timer)" }
    let data = Process.environment["XDG_DATA_HOME"]
    let home = Process.environment["HOME"].map { "\($0)/.local/share" }
    return (data ?? home).map { "\($0)/systemd/timers/stamp-\(timer)" }
  }
}
