/// The code of an app that a bench follows apart from its handlers, and the wait for it.
struct FollowedCode {
  var queued = QueuedCode()
  var timers = HeldTimers()
  var sleepers = Sleepers()
  var realTime = RealTimeWait()
  /// The number of a limit that may expire, since its work shows no more activity; `nil` if there is none.
  var silentLimit: Int?
  private var lastNumber = 0

  /// Returns a new number for a block, a timer, a sleeper or a waiter.
  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }
}
