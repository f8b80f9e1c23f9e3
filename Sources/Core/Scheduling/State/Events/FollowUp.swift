/// What follows from a change of one part of the state: whoever asked for the change hands it to
/// `Scheduler.follow`, and the compiler says so where nobody does.
struct FollowUp: Sendable {
  /// What is to be done, in the order in which it was decided.
  var effects: [Effect] = []
  var touched = Touched()

  mutating func add(_ other: FollowUp) {
    effects += other.effects
    touched.form(other.touched)
  }
}
