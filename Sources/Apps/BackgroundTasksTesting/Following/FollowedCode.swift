/// All code of an app that a bench follows beside its handlers, and its wait for it.
struct FollowedCode {
  var queued = QueuedCode()
  var timers = HeldTimers()
  var sleepers = Sleepers()
  var wait = RealTimeWait()
  /// The number of a limit that may pass: nothing more is heard of the work that it bounds.
  var silentLimit: Int?
  private var lastNumber = 0

  /// A number for a block, a timer, a sleeper or a waiter.
  mutating func takeNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}
