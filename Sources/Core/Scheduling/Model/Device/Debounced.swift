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

  /// Records the present value. A return to the settled value cancels the change.
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

  /// Restarts the delay of a pending change.
  mutating func beginAnew(at now: BootTime, after delay: Duration) {
    if settles != nil { settles = now + delay }
  }

  /// Applies a change that has been stable long enough. Returns whether the value changed.
  mutating func settle(at now: BootTime) -> Bool {
    guard let settles, now >= settles else { return false }
    self = Debounced(!value)
    return true
  }
}
