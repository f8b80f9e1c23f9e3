/// The wait of a bench for the code of its app, in real time.
struct RealTimeWait {
  /// The activity count: the number of times that the app has shown activity.
  private(set) var activityCount = 0
  private var waiter: (number: Int, continuation: CheckedContinuation<Bool, Never>)?

  /// Stores `continuation`, to be resumed at the next activity.
  ///
  /// - Parameters:
  ///   - number: The number by which the waiter can be removed.
  ///   - activityCount: The number of activities when the caller decided to wait.
  /// - Returns: Whether there has been activity since, so that the caller need not wait.
  mutating func wait(
    _ continuation: CheckedContinuation<Bool, Never>, number: Int, activityCount: Int
  ) -> Bool {
    if activityCount != self.activityCount { return true }
    waiter = (number, continuation)
    return false
  }

  mutating func countActivity() { activityCount += 1 }

  /// Removes the waiter and returns its continuation, to be resumed by the caller; `nil` if there is none.
  ///
  /// - Parameter number: The number of the waiter to remove; `nil` for any waiter.
  mutating func removeWaiter(number: Int? = nil) -> CheckedContinuation<Bool, Never>? {
    if let number, waiter?.number != number { return nil }
    defer { waiter = nil }
    return waiter?.continuation
  }
}
