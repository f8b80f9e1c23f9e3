import Scheduling

/// A requirement of a task, in the words of the scheduler from which the task was translated.
package struct TaskConstraint: Hashable, Sendable {
  /// The name of the requirement, such as `requiresCharging`.
  package var name: String
  /// The reasons that hold the task while the requirement is not met.
  package var reasons: Set<Reason>

  package init(name: String, reasons: Set<Reason>) {
    self.name = name
    self.reasons = reasons
  }
}

/// The parts of a translated description that are simulated differently, as sentences for people.
package struct TranslationNotes: Hashable, Sendable {
  /// The values that the other scheduler itself corrects.
  package var corrected: [String] = []
  /// The parts without a counterpart in the simulation.
  package var lost: [String] = []

  package init() {}

  /// A line for each note.
  package var lines: [String] {
    corrected.map { "corrected: \($0)" } + lost.map { "lost: \($0)" }
  }
}
