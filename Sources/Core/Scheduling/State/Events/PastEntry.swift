/// An entry of the log of the past, from which reports are made. The scheduler never reads it.
package enum PastEntry: Hashable, Sendable {
  /// A field of the device has a value from a moment on.
  case device(DeviceValue, at: WallTime)
  case wait(PastWait)
  case gap(PastGap)

  /// The moment from which the entry applies.
  package var at: WallTime {
    switch self {
    case .device(_, let at): at
    case .wait(let wait): wait.at
    case .gap(let gap): gap.begins
    }
  }
}

/// The reasons why a request waits, from a moment on.
package struct PastWait: Hashable, Sendable {
  package var at: WallTime
  package var key: RequestKey
  package var kind: Kind
  /// The reasons in order; empty if the request can start and waits for its turn. `nil` if it no longer waits.
  package var reasons: [Reason]?

  package init(at: WallTime, key: RequestKey, kind: Kind, reasons: [Reason]?) {
    (self.at, self.key, self.kind, self.reasons) = (at, key, kind, reasons)
  }
}

/// An interval without entries, whose values and waits are unknown in reports.
package struct PastGap: Hashable, Sendable {
  package enum Cause: String, CaseIterable, Sendable {
    /// The daemon was not running, or had not recorded that it was.
    case stopped
    /// The machine was asleep.
    case asleep
    /// Entries up to the end of the gap are no longer kept.
    case dropped
  }

  package var begins: WallTime
  package var ends: WallTime
  package var cause: Cause
  /// The user whose waits are not known; `nil` if the gap applies to all entries.
  package var owner: UInt32?

  package init(_ begins: WallTime, _ ends: WallTime, _ cause: Cause, owner: UInt32? = nil) {
    (self.begins, self.ends, self.cause, self.owner) = (begins, ends, cause, owner)
  }
}
