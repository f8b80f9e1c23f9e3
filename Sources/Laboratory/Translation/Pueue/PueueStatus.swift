import JSON
import Terminal

/// The tasks that `pueue status --json` lists, of versions 3 and 4.
package struct PueueStatus: Sendable {
  /// The state of a task, as far as it decides on its translation.
  enum State: Hashable, Sendable {
    case queued
    /// The task waits for `pueue enqueue`, or until this time.
    case stashed(until: String?)
    case succeeded
    /// Another state, such as `Running`.
    case other(String)
  }

  /// One task.
  struct Task: Hashable, Sendable {
    var id: Int64
    var command: String
    var path: String?
    var label: String?
    var group: String?
    var priority: Int64
    var dependencies: [Int64]
    var state: State
  }

  /// The tasks in the order in which pueue starts them: by priority, then by number.
  let tasks: [Task]
  /// The number of simultaneous tasks of each group, 0 if it is not limited.
  let parallelTasks: [String: Int64]

  /// Reads the output. Throws an error if it is not JSON of this form.
  package init(_ bytes: [UInt8]) throws(InputError) {
    let document: JSONDocument
    do throws(InvalidJSON) {
      document = try JSONDocument(bytes)
    } catch {
      throw InputError(
        "the status of pueue is no JSON: \(error.problem) at byte \(error.offset); use the output of"
          + " pueue status --json")
    }
    guard let list = document.root.members["tasks"], list.kind == .object else {
      throw InputError(
        "the status of pueue has no object 'tasks'; use the output of pueue status --json")
    }
    var tasks: [Task] = []
    for (name, element) in list.members {
      guard let task = Task(element.members) else {
        throw InputError(
          "task \(name.visible) of the status of pueue has no id, command or status; versions 3 and 4"
            + " of pueue are supported")
      }
      tasks.append(task)
    }
    // A number below 0 has no meaning, and counts as missing.
    parallelTasks = (document.root.members["groups"]?.members ?? [:]).compactMapValues { group in
      group.members["parallel_tasks"]?.integer.flatMap { $0 < 0 ? nil : $0 }
    }
    // As pueue starts them: the highest priority first, then by number.
    self.tasks = tasks.sorted { ($1.priority, $0.id) < ($0.priority, $1.id) }
  }
}

extension PueueStatus.Task {
  /// Reads a task; `nil` if its number, its command or its state is missing.
  fileprivate init?(_ members: [String: JSONElement]) {
    // `original_command` is the command before pueue has replaced aliases.
    guard let id = members["id"]?.integer,
      let command = (members["command"] ?? members["original_command"])?.string,
      let state = members["status"].flatMap({ PueueStatus.State($0) })
    else { return nil }
    (self.id, self.command, self.state) = (id, command, state)
    path = members["path"]?.string
    label = members["label"]?.string
    group = members["group"]?.string
    priority = members["priority"]?.integer ?? 0
    var dependencies: [Int64] = []
    members["dependencies"]?.forEachElement { _, element in
      if let id = element.integer { dependencies.append(id) }
    }
    self.dependencies = dependencies.sorted()
  }
}

extension PueueStatus.State {
  /// Reads a state: a word such as `"Queued"`, or an object with one member, such as `{"Done": {"result": "Success"}}`.
  /// `nil` for other values.
  fileprivate init?(_ element: JSONElement) {
    let member = element.members.first
    guard let name = element.string ?? member?.key, !name.isEmpty else { return nil }
    let details = member?.value
    switch name {
    case "Queued": self = .queued
    case "Stashed": self = .stashed(until: details?.members["enqueue_at"]?.string)
    case "Done":
      // Version 3 has the result in place of the object.
      let result = details.flatMap { $0.string ?? $0.members["result"]?.string }
      self = result == "Success" ? .succeeded : .other("Done")
    default: self = .other(name)
    }
  }
}

extension JSONElement {
  /// The members of an object by their names; empty for another type, such as a text.
  fileprivate var members: [String: JSONElement] {
    guard kind == .object else { return [:] }
    var membersByName: [String: JSONElement] = [:]
    forEachMember { name, value in membersByName[name.string ?? ""] = value }
    return membersByName
  }
}
