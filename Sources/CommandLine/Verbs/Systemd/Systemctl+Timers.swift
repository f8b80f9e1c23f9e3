import Control
import Terminal
import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

// Disables a timer, and restores it.
extension Systemctl {
  /// Stops the timer permanently, in the way that `TimerSwitch` chose.
  func switchOff(_ timer: TimerFacts) throws(Failure) {
    let way = try Self.way(toSwitchOff: timer)
    // Disabling a unit that is linked from elsewhere also removes the link.
    let file = Self.realPath(timer.path)
    try run(["stop", timer.name])
    switch way {
    case .disable:
      try run(["disable", timer.name])
      let left = try self.timer(timer.name)
      if left.loadState == "not-found" { try run(["link", file]) }
      // The timer was enabled twice.
      if left.fileState == "enabled-runtime" { try run(["disable", "--runtime", timer.name]) }
    case .disableUntilReboot: try run(["disable", "--runtime", timer.name])
    case .mask: try run(["mask", timer.name])
    case .stop: break
    }
  }

  /// Returns the way to disable a timer. Throws if its state could not be restored.
  @discardableResult
  static func way(toSwitchOff timer: TimerFacts) throws(Failure) -> TimerSwitch {
    do throws(InputError) {
      return try TimerSwitch(timer)
    } catch {
      throw .refused(error)
    }
  }

  /// Returns a path without symbolic links; unchanged if it cannot be resolved.
  private static func realPath(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  /// Restores the state that the timer had before its adoption. Throws if the timer no longer exists.
  ///
  /// - Parameter ran: The last time its work was done meanwhile; `nil` if it was not.
  func putBack(_ timer: TimerInfo, ran: WallTime?) throws(Failure) {
    var found = try self.timer(timer.name)
    if found.loadState == "masked", timer.state != "masked" {
      try run(["unmask", timer.name])
      found = try self.timer(timer.name)
    }
    guard found.loadState == "loaded" else { throw .refused("\(timer.name) no longer exists") }
    switch timer.state {
    case "enabled": try run(["enable", timer.name])
    case "enabled-runtime": try run(["enable", "--runtime", timer.name])
    default: break
    }
    if let ran, found.isPersistent, !found.isActive { noteRun(of: timer.name, at: ran) }
    if timer.active, !found.isActive { try run(["start", timer.name]) }
  }

  /// Sets the time of a persistent timer's last run to `moment`, unless it is later. Otherwise systemd would
  /// immediately catch up on work that the request has done (see Persistent= in systemd.timer(5)). If that fails, the
  /// work runs once more.
  private func noteRun(of timer: String, at moment: WallTime) {
    guard let path = stampPath(timer) else { return }
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    let seconds = moment.nanoseconds / 1_000_000_000
    guard status.st_mtim.tv_sec < seconds else { return }
    let time = timespec(tv_sec: Int(seconds), tv_nsec: 0)
    _ = utimensat(AT_FDCWD, path, [time, time], 0)
  }

  /// Returns the file whose modification time is the last run of a persistent timer; `nil` if the user's home is
  /// unknown.
  private func stampPath(_ timer: String) -> String? {
    guard isUser else { return "/var/lib/systemd/timers/stamp-\(timer)" }
    let data = Process.environment["XDG_DATA_HOME"]
    let home = Process.environment["HOME"].map { "\($0)/.local/share" }
    return (data ?? home).map { "\($0)/systemd/timers/stamp-\(timer)" }
  }
}
