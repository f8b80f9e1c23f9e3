import Scheduling
import Terminal

extension PueueStatus {
  /// Translates the tasks that pueue has not started. A task comes after the tasks that it follows.
  package func translate(file: String) -> Translation {
    var names = TaskNames(prefix: "pueue-")
    var ids: [Int64: String] = [:]
    var items: [Int64: Translation.Item] = [:]
    // All ids first, since a task can follow any other.
    for task in tasks where task.isPending {
      let label = task.label ?? ""
      ids[task.id] = names.uniqueID(label.isEmpty ? String(task.id) : label)
    }
    let tasksByID = Dictionary(tasks.map { ($0.id, $0) }) { _, last in last }
    var order: [Int64] = []
    for task in tasks where task.isPending {
      appendWithPredecessors(task, tasksByID, &order)
    }
    for id in order {
      guard let task = tasksByID[id] else { continue }
      items[id] = Translation.Item(
        file: file, line: 0, source: "task \(id): \(task.command)",
        outcome: outcome(of: task, tasksByID, ids, items))
    }
    return Translation(items: order.compactMap { items[$0] })
  }

  /// Adds the pending tasks that `task` follows, and then the task, each once, to `order`.
  private func appendWithPredecessors(
    _ task: Task, _ tasksByID: [Int64: Task], _ order: inout [Int64]
  ) {
    var stack = [task.id]
    var entered = Set(order)
    // A task stays on the stack until the tasks that it follows have been added. The second visit finds none missing.
    while let id = stack.last {
      let predecessors = entered.insert(id).inserted ? tasksByID[id]?.dependencies ?? [] : []
      let missing = predecessors.filter {
        tasksByID[$0]?.isPending == true && !entered.contains($0)
      }
      if missing.isEmpty {
        stack.removeLast()
        if !order.contains(id) { order.append(id) }
      } else {
        // The last of the stack is visited first.
        stack += missing.reversed()
      }
    }
  }

  /// Returns the result for a task. `items` has the results of the tasks that it follows.
  private func outcome(
    of task: Task, _ tasksByID: [Int64: Task], _ ids: [Int64: String],
    _ items: [Int64: Translation.Item]
  ) -> Translation.Outcome {
    var result = TranslatedTask(id: ids[task.id] ?? "")
    if case .stashed(let until) = task.state {
      guard let until else {
        return .kept("it is stashed without a time; run: pueue enqueue \(task.id)")
      }
      result.add("earliest", until)
    }
    var predecessors: [String] = []
    for id in task.dependencies {
      guard let other = tasksByID[id], other.state != .succeeded else { continue }
      guard let name = ids[id], items[id]?.task != nil else {
        return .kept(
          "it follows task \(id), which is not translated; import it when that task has succeeded")
      }
      predecessors.append(name)
    }
    result.command = ["/bin/sh", "-c", task.command]
    if let path = task.path, path.utf8.first == UInt8(ascii: "/") { result.directory = path }
    // Before `earliest`, as in other translations.
    result.options.insert(.init(key: "kind", words: ["userInitiated"]), at: 0)
    result.add("after", list: predecessors)
    addGroup(of: task, to: &result)
    Self.addPriority(of: task, to: &result)
    // pueue limits no task, and does not repeat one that fails.
    result.add("budget", "6h")
    result.add("retries", "0")
    return .task(result)
  }

  /// Adds the group of a task, with the number of its simultaneous tasks as its width. The group `default` is left out
  /// if the status lacks its number: it would limit the request to one at a time.
  private func addGroup(of task: Task, to result: inout TranslatedTask) {
    let group = task.group ?? Self.usualGroup
    let allowed = Concurrency.allowedWidth
    // Pueue writes 0 for a group without a limit.
    let width = parallelTasks[group].map { count in
      count == 0 ? allowed.upperBound : Int(min(count, Int64(allowed.upperBound)))
    }
    if group == Self.usualGroup, width == nil { return }
    result.add("group", group)
    result.groupWidth = width
    if parallelTasks[group] == 0 {
      result.notes.append(
        "The group \(group) of pueue is not limited; its width is the largest, \(allowed.upperBound)."
      )
    }
  }

  /// The group of tasks for which pueue was given none.
  private static let usualGroup = "default"

  /// Adds the priority of a task. Here it is from -100 to 100: a larger one becomes the nearest of them.
  private static func addPriority(of task: Task, to result: inout TranslatedTask) {
    guard task.priority != 0 else { return }
    let priority = min(max(task.priority, -100), 100)
    result.add("priority", String(priority))
    if priority != task.priority {
      result.notes.append(
        "Priority \(task.priority) became \(priority), the nearest that is allowed.")
    }
  }
}

extension PueueStatus.Task {
  /// Whether pueue has not started the task.
  fileprivate var isPending: Bool {
    switch state {
    case .queued, .stashed: true
    case .succeeded, .other: false
    }
  }
}
