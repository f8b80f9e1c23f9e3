import Glibc
import Scheduling

extension UnitState {
  /// Returns the outcome of the run of this service.
  /// - Parameters:
  ///   - wasStopped: Whether we have ordered systemd to stop it.
  ///   - wasKilled: Whether we have ordered the kill while the main process was alive.
  func outcome(wasStopped: Bool, wasKilled: Bool) -> ProcessExit {
    var finish = ProcessExit()
    switch mainCode {
    case UInt64(CLD_EXITED): finish.exit = mainStatus
    case UInt64(CLD_KILLED): finish.signal = mainStatus
    case UInt64(CLD_DUMPED):
      finish.signal = mainStatus
      finish.dumpedCore = true
    default: finish.isUnexplained = true
    }
    finish.wasKilled = wasKilled || wasEndedByGuard
    finish.outOfMemory = result == "oom-kill"
    finish.wasStoppedOutside = !wasStopped && !wasKilled && isStoppedByJob
    finish.cpuSeconds = cpuSeconds
    finish.peakMemoryBytes = peakMemoryBytes
    return finish
  }

  /// Whether RuntimeMaxUSec has ended it: it was active for that long.
  private var wasEndedByGuard: Bool {
    guard result == "timeout", let longest = number("RuntimeMaxUSec"), longest < .max,
      let began = number("ActiveEnterTimestampMonotonic"),
      let ended = number("ActiveExitTimestampMonotonic"), ended > began
    else { return false }
    return ended - began >= longest
  }

  /// Whether a stop of the unit came before the end of its main process. Otherwise the unit leaves the active state
  /// after it, or not at all.
  private var isStoppedByJob: Bool {
    if phase == .gone { return true }
    guard !wasEndedByGuard, result != "oom-kill", let left = number("ActiveExitTimestampMonotonic"),
      left > 0
    else { return false }
    let exited = number("ExecMainExitTimestampMonotonic") ?? 0
    return exited == 0 || left < exited
  }
}
