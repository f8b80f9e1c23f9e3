extension Reason {
  /// Whether a change of the device may end it at any moment.
  package var isOfDevice: Bool { traits.end == .device }
}

/// What is known of a reason beside when it holds. `Reason.traits` is the one table; nothing else tells
/// reasons apart, but for what only the policy of a reason can say.
package struct ReasonTraits: Sendable {
  /// What ends it.
  package enum End: Sendable {
    /// Time alone, whatever becomes of the device.
    case time
    /// A change of the device, or the end of the request's window.
    case device
    /// A change of the app, and nothing else.
    case app
    /// Time, or power from the mains.
    case timeOrMains
    /// A moment that whoever gives the reason knows, or something before that.
    case timeOrSooner
    /// Runs that end.
    case runs
    /// An operator.
    case hand
    /// A change of what the request watches.
    case change
  }

  /// Whom it holds.
  package enum Hold: Sendable {
    /// What runs already goes on.
    case starts
    /// A run is stopped, frozen or asked to defer.
    case startsAndRuns
  }

  /// Whether a latest date or an operator may pass it.
  package enum Strength: Sendable {
    case relative, absolute
    /// As bad as it is: serious heat may be passed, critical heat may not.
    case byDegree
    /// It is no policy's, and passing it has no meaning.
    case none
  }

  /// What is the case, as in "it waits: not plugged in".
  package let state: String
  /// What has to come, as in "waits for power".
  package let need: String
  package let end: End
  package let hold: Hold
  package let strength: Strength
  /// The key of the device's field that it comes from.
  package let field: ExactString?
  /// What must be read to see that it has gone; nil for what tells of its changes.
  package let attention: PollingNeeds?
  /// The preferences and requirements that are not met where it holds.
  package let conditions: Conditions

  init(
    _ state: String, need: String, ends end: End, holds hold: Hold = .starts,
    _ strength: Strength = .none, field: ExactString? = nil, reads attention: PollingNeeds? = nil,
    unmet conditions: Conditions = []
  ) {
    self.state = state
    self.need = need
    self.end = end
    self.hold = hold
    self.strength = strength
    self.field = field
    self.attention = attention
    self.conditions = conditions
  }
}
