import Scheduling

/// A story of a device that is played: what its fields become, and when.
package struct DeviceStory: Sendable {
  package struct Step: Sendable {
    package var at: WallTime
    package var values: [DeviceValue]
    /// What happens, for people.
    package var note: String?

    package init(at: WallTime, values: [DeviceValue], note: String? = nil) {
      self.at = at
      self.values = values
      self.note = note
    }
  }

  private var steps: [Step] = []

  package init() {}

  /// Adds steps; those of the same moment keep the order in which they were added.
  package mutating func add(_ added: [Step]) {
    steps = (steps + added).enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }

  /// When the next step is due; nil at the end of the story.
  package var next: WallTime? { steps.first?.at }

  /// Takes out the steps that are due, in their order.
  package mutating func due(at now: WallTime) -> [Step] {
    let count = steps.prefix { $0.at <= now }.count
    defer { steps.removeFirst(count) }
    return Array(steps.prefix(count))
  }
}
