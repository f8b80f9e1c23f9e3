/// What is wrong with a task file, or with a directory of them.
package struct TaskProblem: Hashable, Sendable {
  /// What is declared by this task, or by all of them where it is nil, cannot be told.
  package var task: String?
  package var error: FileError

  package init(task: String?, error: FileError) {
    self.task = task
    self.error = error
  }
}
