import Scheduling

extension TaskFile {
  /// A group and its owner, by which other files can give it another width.
  private struct OwnedGroup: Hashable {
    var owner: String
    var name: String
  }

  /// Returns an error for each task that gives a width to a group of which another task of the same owner gives another
  /// width, by its position in `tasks`. Each names both places and both widths.
  package static func widthConflicts(
    in tasks: [(owner: String, task: TaskFile)]
  ) -> [Int: FileError] {
    var firsts: [OwnedGroup: TaskFile] = [:]
    var others: [OwnedGroup: TaskFile] = [:]
    func group(_ owner: String, _ task: TaskFile) -> OwnedGroup? {
      guard task.groupWidth != nil else { return nil }
      return task.terms.group.map { OwnedGroup(owner: owner, name: $0) }
    }
    for (owner, task) in tasks {
      guard let group = group(owner, task) else { continue }
      let first = firsts[group]
      if first == nil { firsts[group] = task }
      if let first, first.groupWidth != task.groupWidth, others[group] == nil {
        others[group] = task
      }
    }
    var conflicts: [Int: FileError] = [:]
    for (index, (owner, task)) in tasks.enumerated() {
      guard let group = group(owner, task), let first = firsts[group], let other = others[group]
      else { continue }
      conflicts[index] = task.conflict(
        with: first.groupWidth == task.groupWidth ? other : first)
    }
    return conflicts
  }

  /// Returns the error that `other` gives another width to the group of this task.
  private func conflict(with other: TaskFile) -> FileError {
    let place = other.places["group"]
    let line = place.map { "\($0.file):\($0.line)" } ?? other.path
    return error(
      "group",
      "group '\(terms.group ?? "")' has the width \(groupWidth ?? 1) here, and"
        + " \(other.groupWidth ?? 1) in \(line); give it the same width in both, or only in one of"
        + " them")
  }
}
