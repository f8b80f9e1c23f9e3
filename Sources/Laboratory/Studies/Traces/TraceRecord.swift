import Scheduling
import Simulation

/// A line of a trace: a record of a real device.
package struct TraceRecord: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// An app came to the foreground, at a moment between `at` and `at + spread`. A system app is a launcher or a lock
    /// screen: it shows use of the device, but it is not one of the user's apps.
    case open(app: String, isSystem: Bool, spread: Duration)
    case close(app: String)
    /// The percentage, 0 to 100.
    case battery(Int)
    /// Whether there is external power.
    case charging(Bool)
    /// The screen's state; a value that is left out has not changed.
    case screen(isLit: Bool?, isLocked: Bool?)
    case network(Network)
    /// Nothing is known from here until then.
    case gap(until: WallTime)
  }

  /// The device's local time, taken as UTC.
  package var at: WallTime
  package var kind: Kind

  package init(at: WallTime, _ kind: Kind) {
    self.at = at
    self.kind = kind
  }
}

/// The records of one device, in the order of time.
package struct Trace: Sendable {
  /// The file's name as it was given.
  package var name: String
  /// The records; at least one.
  package var records: [TraceRecord]
}
