import Scheduling

/// The steps that `rubatoctl device play` plays on the device: new values of its fields, with their times.
package struct DeviceStory: Sendable {
  package struct Step: Sendable {
    package var at: WallTime
    package var values: [DeviceValue]
    /// A description of the event; `nil` if there is none.
    package var note: String?

    package init(at: WallTime, values: [DeviceValue], note: String? = nil) {
      self.at = at
      self.values = values
      self.note = note
    }
  }

  private var steps: [Step] = []

  package init() {}

  /// Adds steps; steps of the same time keep the order in which they were added.
  package mutating func add(_ added: [Step]) {
    steps = (steps + added).enumerated()
      .sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
  }

  /// The time of the next step; `nil` at the end of the story.
  package var next: WallTime? { steps.first?.at }

  /// Removes and returns the steps that are due, in their order.
  package mutating func removeDueSteps(at now: WallTime) -> [Step] {
    let due = Array(steps.prefix { $0.at <= now })
    steps.removeFirst(due.count)
    return due
  }
}
