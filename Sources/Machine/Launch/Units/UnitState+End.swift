import Glibc
import Scheduling

extension UnitState {
  /// Returns the end of the main process of this service, and who ended it.
  /// - Parameters:
  ///   - wasStopped: Whether we have ordered systemd to stop it.
  ///   - wasKilled: Whether we have ordered the kill while the main process was alive.
  func processExit(wasStopped: Bool, wasKilled: Bool) -> ProcessExit {
    var processExit = ProcessExit()
    switch mainCode {
    case UInt64(CLD_EXITED): processExit.exit = mainStatus
    case UInt64(CLD_KILLED): processExit.signal = mainStatus
    case UInt64(CLD_DUMPED):
      processExit.signal = mainStatus
      processExit.dumpedCore = true
    default: processExit.isUnexplained = true
    }
    processExit.wasKilled = wasKilled || hasReachedRuntimeLimit
    processExit.outOfMemory = result == "oom-kill"
    processExit.wasStoppedOutside = !wasStopped && !wasKilled && wasStoppedByJob
    processExit.cpuSeconds = cpuSeconds
    processExit.peakMemoryBytes = peakMemoryBytes
    return processExit
  }

  /// Whether systemd has ended the service because it was active for as long as RuntimeMaxUSec allows.
  private var hasReachedRuntimeLimit: Bool {
    guard result == "timeout", let longest = number("RuntimeMaxUSec"), longest < .max,
      let began = timeOfThisStart("ActiveEnterTimestampMonotonic"),
      let ended = timeOfThisStart("ActiveExitTimestampMonotonic"), ended > began
    else { return false }
    return ended - began >= longest
  }

  /// Whether a stop of the unit, ordered by a job of systemd, came before the end of its main process. Otherwise the
  /// unit leaves the active state after that end, or not at all.
  private var wasStoppedByJob: Bool {
    if phase == .gone { return true }
    guard !hasReachedRuntimeLimit, result != "oom-kill",
      let stopTime = timeOfThisStart("ActiveExitTimestampMonotonic")
    else { return false }
    let exitTime = number("ExecMainExitTimestampMonotonic") ?? 0
    // 0 means that the main process has not ended.
    return exitTime == 0 || stopTime < exitTime
  }

  /// Returns a time of the unit on the monotonic clock; `nil` if it is not set, or is that of an earlier start: systemd
  /// keeps the times of an existing unit until the next ones.
  private func timeOfThisStart(_ name: String) -> UInt64? {
    let start = number("InactiveExitTimestampMonotonic") ?? 0
    return number(name).flatMap { $0 > 0 && $0 >= start ? $0 : nil }
  }
}
