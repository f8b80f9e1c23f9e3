/// A problem with a task file, or with a directory of them.
package struct TaskProblem: Hashable, Sendable {
  /// The task whose declaration is unknown; `nil` if all are unknown.
  package var task: String?
  package var error: FileError

  package init(task: String?, error: FileError) {
    self.task = task
    self.error = error
  }
}
