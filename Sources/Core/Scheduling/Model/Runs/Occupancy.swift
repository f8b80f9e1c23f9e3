/// The taken slots, and their numbers.
struct Occupancy: Sendable {
  /// The live runs, oldest first, and the condition checks that keep a slot free.
  let holders: [SlotHolder]
  /// The numbers that were set while the daemon runs.
  let concurrency: Concurrency
}
