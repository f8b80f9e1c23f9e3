import Glibc

extension UnitState {
  /// How the run went that this service was.
  /// - Parameters:
  ///   - wasStopped: whether we have told systemd to stop it.
  ///   - wasKilled: whether we have ordered the kill while the main process lived.
  func end(run: Int64, wasStopped: Bool, wasKilled: Bool) -> RunEnd {
    var end = RunEnd(run: run)
    switch mainCode {
    case UInt64(CLD_EXITED): end.exit = mainStatus
    case UInt64(CLD_KILLED): end.signal = mainStatus
    case UInt64(CLD_DUMPED):
      end.signal = mainStatus
      end.dumpedCore = true
    default: end.isUnexplained = true
    }
    end.killed = wasKilled || wasEndedByGuard
    end.outOfMemory = result == "oom-kill"
    end.wasStoppedOutside = !wasStopped && !wasKilled && isStoppedByJob
    end.cpuSeconds = cpuSeconds
    end.peakMemoryBytes = peakMemoryBytes
    return end
  }

  /// RuntimeMaxUSec has ended it: it was active for so long.
  private var wasEndedByGuard: Bool {
    guard result == "timeout", let longest = number("RuntimeMaxUSec"), longest < .max,
      let began = number("ActiveEnterTimestampMonotonic"),
      let ended = number("ActiveExitTimestampMonotonic"), ended > began
    else { return false }
    return ended - began >= longest
  }

  /// A stop of the unit came before the end of its main process. Else the unit leaves the active
  /// state after it, or not at all.
  private var isStoppedByJob: Bool {
    if phase == .gone { return true }
    guard !wasEndedByGuard, result != "oom-kill", let left = number("ActiveExitTimestampMonotonic"),
      left > 0
    else { return false }
    let exited = number("ExecMainExitTimestampMonotonic") ?? 0
    return exited == 0 || left < exited
  }
}
