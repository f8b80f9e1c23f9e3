/// One of several commands that a task runs in sequence. The completion of each is stored before the next begins. After
/// an early end, the next run resumes after the last completed step.
package struct Step: Hashable, Codable, Sendable {
  /// The name for users; unique in its task.
  package var name: String
  /// The program's absolute path, then its arguments.
  package var arguments: [String]
  /// The time limit; `nil` if the kind's applies.
  package var limit: Duration?

  package init(name: String, arguments: [String], limit: Duration? = nil) {
    self.name = name
    self.arguments = arguments
    self.limit = limit
  }
}
