/// The wait of a bench for the code of its app, in real time.
struct RealTimeWait {
  /// How often something was heard of the app.
  private(set) var heard = 0
  private var waiter: (number: Int, continuation: CheckedContinuation<Bool, Never>)?

  /// Keeps `continuation` for the first that hears something.
  ///
  /// - Parameter heard: The count of signs when it was decided to wait.
  /// - Returns: Whether more was heard meanwhile, so that there is nothing to wait for.
  mutating func wait(
    _ continuation: CheckedContinuation<Bool, Never>, number: Int, heard: Int
  ) -> Bool {
    if heard != self.heard { return true }
    waiter = (number, continuation)
    return false
  }

  mutating func noteSign() { heard += 1 }

  /// - Parameter number: Only that one; nil takes any.
  mutating func takeWaiter(number: Int? = nil) -> CheckedContinuation<Bool, Never>? {
    if let number, waiter?.number != number { return nil }
    defer { waiter = nil }
    return waiter?.continuation
  }
}
