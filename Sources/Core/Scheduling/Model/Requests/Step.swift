/// One of several commands that a task runs one after the other. Each that completed is on disk
/// before the next begins, and a run that ended early resumes after the last that did.
package struct Step: Hashable, Codable, Sendable {
  /// For people; unique in its task.
  package var name: String
  /// The program's absolute path, then its arguments.
  package var arguments: [String]
  /// How long it may take; nil takes the kind's.
  package var limit: Duration?

  package init(name: String, arguments: [String], limit: Duration? = nil) {
    self.name = name
    self.arguments = arguments
    self.limit = limit
  }
}
