/// Consequences of a change of one part of the state: effects to carry out, and the inputs of decisions that the change
/// has touched. The caller passes them to `Scheduler.follow`; the compiler warns if it does not.
struct FollowUp: Sendable {
  /// Effects, in the order of the decisions.
  var effects: [Effect] = []
  var touched = Touched()

  /// Adds the consequences of a later change: its effects come after the effects so far.
  mutating func add(_ other: FollowUp) {
    // Nearly always the first effects: the list is taken over, and not copied.
    if effects.isEmpty { effects = other.effects } else { effects += other.effects }
    touched.formUnion(other.touched)
  }
}
