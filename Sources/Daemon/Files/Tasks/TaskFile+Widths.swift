import Scheduling

extension TaskFile {
  /// A group and its owner, by which other files can give it another width.
  private struct OwnedGroup: Hashable {
    var owner: String
    var name: String
  }

  /// The width that a task gives to its group: the number of the group's requests that can run at the same time.
  private struct GivenWidth {
    var task: TaskFile
    var group: OwnedGroup
    var width: Int

    /// Returns `nil` if the task has no group, or gives its group no width.
    init?(_ task: TaskFile, owner: String) {
      guard let name = task.terms.group, let width = task.groupWidth else { return nil }
      (self.task, self.width) = (task, width)
      group = OwnedGroup(owner: owner, name: name)
    }

    /// Returns the error that `other` gives another width to the same group.
    func conflict(with other: GivenWidth) -> FileError {
      let place = other.task.places["group"]
      let line = place.map { "\($0.file):\($0.line)" } ?? other.task.path
      return task.error(
        "group",
        "group '\(group.name)' has the width \(width) here, and \(other.width) in \(line); give it"
          + " the same width in both, or only in one of them")
    }
  }

  /// Returns an error for each task that gives a width to a group of which another task of the same owner gives another
  /// width, by its position in `tasks`. Each names both places and both widths.
  package static func widthConflicts(
    in tasks: [(owner: String, task: TaskFile)]
  ) -> [Int: FileError] {
    let givenWidths = tasks.map { GivenWidth($0.task, owner: $0.owner) }
    // The first width of each group, and the first that differs from it.
    var firsts: [OwnedGroup: GivenWidth] = [:]
    var others: [OwnedGroup: GivenWidth] = [:]
    for case let given? in givenWidths {
      if let first = firsts[given.group] {
        if first.width != given.width, others[given.group] == nil { others[given.group] = given }
      } else {
        firsts[given.group] = given
      }
    }
    var conflicts: [Int: FileError] = [:]
    for (index, given) in givenWidths.enumerated() {
      guard let given, let first = firsts[given.group], let other = others[given.group]
      else { continue }
      // Each error names a task with another width.
      conflicts[index] = given.conflict(with: first.width == given.width ? other : first)
    }
    return conflicts
  }
}
