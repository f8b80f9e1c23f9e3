import Scheduling

/// One line of a trace: something that a real device told.
package struct TraceRecord: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// An app came to the foreground, at a moment between `at` and `at + spread`. A system app is a
    /// launcher or a lock screen: it tells of its user, and is no app of theirs.
    case open(app: String, isSystem: Bool, spread: Duration)
    case close(app: String)
    /// Percent, 0 to 100.
    case battery(Int)
    /// Whether external power is there.
    case charging(Bool)
    /// Either may be left out, and is then as it was.
    case screen(isLit: Bool?, isLocked: Bool?)
    case network(Network)
    /// Nothing is known from here until then.
    case gap(until: WallTime)
  }

  /// The device's local time, taken for UTC.
  package var at: WallTime
  package var kind: Kind

  package init(at: WallTime, _ kind: Kind) {
    self.at = at
    self.kind = kind
  }
}

/// What was recorded on one device, in the order of time.
package struct Trace: Sendable {
  /// As its file was named.
  package var name: String
  /// At least one.
  package var records: [TraceRecord]
}
