import Foundation

/// A task that a link delivers to this process.
package struct DeliveredTask: Sendable {
  /// The classes of tasks, with their contents.
  package enum Content: Sendable {
    /// A task without a class of its own.
    case plain
    case continued(TaskReport.Title)
    case healthResearch
    /// An alarm.
    ///
    /// - Parameter due: The date at which it was due, on the clock of this process.
    case alarm(due: Date)
    /// A task without a registered handler.
    case delegate(DelegateTask.Content)
  }

  /// The number of the run.
  package let run: Int64
  package let identifier: String
  /// The daemon's name for this kind of work.
  package let kind: String
  package let content: Content

  package init(run: Int64, identifier: String, kind: String, _ content: Content) {
    self.run = run
    self.identifier = identifier
    self.kind = kind
    self.content = content
  }
}
