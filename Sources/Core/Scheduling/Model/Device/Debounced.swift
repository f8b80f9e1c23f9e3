/// A value that a veto follows only once it has held for a while, so that a flapping plug neither
/// starts nor stops work with each flap.
package struct Debounced: Hashable, Sendable {
  /// What vetoes go by.
  package private(set) var value: Bool
  /// The moment at which the opposite becomes the value, if it holds until then.
  package private(set) var settles: BootTime?

  package init(_ value: Bool) {
    self.value = value
  }

  /// Takes what is the case now. A return to the settled value forgets the change.
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

  /// Lets a change that is under way hold for the whole of `delay` from now on.
  mutating func beginAnew(at now: BootTime, after delay: Duration) {
    if settles != nil { settles = now + delay }
  }

  /// Follows a change that has held long enough. Returns whether the value changed.
  mutating func settle(at now: BootTime) -> Bool {
    guard let settles, now >= settles else { return false }
    self = Debounced(!value)
    return true
  }
}
