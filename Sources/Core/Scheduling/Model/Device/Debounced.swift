/// A value that a veto follows only after it has been stable for a while. A flapping plug then neither starts nor stops
/// work with each flap.
package struct Debounced: Hashable, Sendable {
  /// The value for vetoes.
  package private(set) var value: Bool
  /// The moment at which the opposite becomes the value, if it is observed until then; `nil` if no change is pending.
  package private(set) var settles: BootTime?

  package init(_ value: Bool) {
    self.value = value
  }

  /// Records the observed value. If it differs from `value`, it becomes the value after `delay`, counted from the first
  /// such observation. If it equals `value`, a pending change is cancelled.
  mutating func observe(_ observed: Bool, at now: BootTime, after delay: Duration) {
    guard observed != value else {
      settles = nil
      return
    }
    if delay <= .zero {
      self = Debounced(observed)
    } else if settles == nil {
      settles = now + delay
    }
  }

  /// Restarts the delay of a pending change, after a sleep, during which the value could not be observed. Does nothing
  /// if no change is pending.
  mutating func restartDelay(at now: BootTime, after delay: Duration) {
    if settles != nil { settles = now + delay }
  }

  /// Makes the pending change the value, if its delay has passed at `now`. Returns whether it did.
  mutating func settle(at now: BootTime) -> Bool {
    guard let settles, now >= settles else { return false }
    self = Debounced(!value)
    return true
  }
}
