import Scheduling

/// A task that was handed to the app, as the bench follows it.
struct HeldTask {
  let run: Int64
  let identifier: String
  let process: Int64
  /// When it was handed over, after the beginning of the bench.
  let delivered: Duration
  /// How many of its handlers are being called.
  var executing = 0
  /// How much of what its limits bound is running, or waits for a thread.
  var working = 0
  /// How many of its handlers go on, themselves or in Swift tasks that they have begun.
  var flows = 0
  /// What goes on is not waited for any more.
  var isExcused = false
  /// Code of it was woken, and nothing was heard of it since.
  var isUnheard = false
  /// How often the app has completed it.
  var completions = 0
  /// What its completion will say when its work is over.
  var putOff: Bool?
  /// When its work is over, where the test has said how long it takes.
  var workEnds: Duration?
  /// Its time is over; when, after the beginning of the bench.
  var expired: Duration?
  /// It was at work when its time was over, and has an answer in its handler.
  var isCutShort = false
  /// It was told that its time is over, and its answer may come from a queue that nobody follows.
  var owesAnswer = false
  /// Its time was over, and the app has set no expiration handler.
  var lacksExpirationHandler = false
  /// The test itself goes on with it.
  var isDriven = false
  /// It was given up waiting for it.
  var isGivenUp = false
  /// How it came out.
  var ending: Ending?

  /// What there is to wait for in real time.
  enum Standing {
    case settled
    /// Code that it has handed over to queues or threads goes on, which is seen to its end.
    case trailing
    /// It has done enough, and something may still come of it.
    case lingering
    case busy
  }

  func standing(isAsleep: Bool) -> Standing {
    if isGivenUp { return .settled }
    if executing > 0 || working > 0 { return .busy }
    let hasSpoken = isDriven || ending != nil || completions > 0 || putOff != nil || isAsleep
    if isCutShort || owesAnswer, completions == 0, ending == nil { return .lingering }
    // Its answer has been waited for, and its grace passes.
    if !hasSpoken, expired != nil, isExcused { return .settled }
    if !hasSpoken { return .busy }
    if isExcused { return .settled }
    return isUnheard || flows > 0 && !isAsleep ? .lingering : .settled
  }
}
