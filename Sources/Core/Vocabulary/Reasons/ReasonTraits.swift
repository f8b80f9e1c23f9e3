extension Reason {
  /// Whether a change of the device can end it at any moment.
  package var isOfDevice: Bool { traits.end == .device }
}

/// The fixed properties of a reason. `Reason.traits` is the only table; no other code distinguishes reasons, except for
/// the policy of a reason.
package struct ReasonTraits: Sendable {
  /// The event that ends it.
  package enum End: Sendable {
    /// Only time, regardless of the device.
    case time
    /// A change of the device, or the end of the request's window.
    case device
    /// A change of the app, and nothing else.
    case app
    /// Time, or power from the mains.
    case timeOrMains
    /// A moment that the source of the reason knows, or an earlier event.
    case timeOrSooner
    /// The end of runs.
    case runs
    /// An operator.
    case hand
    /// A change that the request watches.
    case change
  }

  /// The work that it holds.
  package enum Hold: Sendable {
    /// Only starts; present runs continue.
    case starts
    /// Runs also: they are stopped, frozen or asked to defer.
    case startsAndRuns
  }

  /// Whether a latest date or an operator can pass it.
  package enum Strength: Sendable {
    case relative, absolute
    /// Depending on the degree: serious heat can be passed, critical heat cannot.
    case byDegree
    /// Not set by a policy, so that passing it has no meaning.
    case none
  }

  /// The present state, as in "it waits: not plugged in".
  package let state: String
  /// The awaited event, as in "waits for power".
  package let need: String
  package let end: End
  package let hold: Hold
  package let strength: Strength
  /// The key of the device's field that it comes from; `nil` if there is none.
  package let field: ExactString?
  /// The values that must be polled to see its end; `nil` if their changes are reported.
  package let pollingNeeds: PollingNeeds?
  /// The preferences and requirements that are unmet while it applies.
  package let conditions: Conditions

  /// Creates the traits of a reason from the values of their properties.
  init(
    _ state: String, need: String, ends end: End, holds hold: Hold = .starts,
    _ strength: Strength = .none, field: ExactString? = nil,
    reads pollingNeeds: PollingNeeds? = nil,
    unmet conditions: Conditions = []
  ) {
    self.state = state
    self.need = need
    self.end = end
    self.hold = hold
    self.strength = strength
    self.field = field
    self.pollingNeeds = pollingNeeds
    self.conditions = conditions
  }
}
