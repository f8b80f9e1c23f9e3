/// Consequences of a change of one part of the state. The caller passes them to `Scheduler.follow`; the compiler
/// warns if it does not.
struct FollowUp: Sendable {
  /// Effects, in the order of the decisions.
  var effects: [Effect] = []
  var touched = Touched()

  mutating func add(_ other: FollowUp) {
    effects += other.effects
    touched.formUnion(other.touched)
  }
}
