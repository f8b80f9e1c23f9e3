import Files
import Scheduling

/// The changes that make the declared requests match the task files.
struct TaskPlan {
  var submits: [DeclaredTask] = []
  var cancels: [Request] = []

  /// Submits new and changed tasks, and cancels requests that no file declares any more. Plans nothing if there is a
  /// problem that may affect any task.
  ///
  /// - Parameter requests: All existing requests.
  init(_ declared: DeclaredTasks, _ requests: [Request]) {
    // A mask or a drop-in may be among the unreadable files.
    guard declared.problems.allSatisfy({ $0.task != nil }) else { return }
    let bad = Set(declared.problems.compactMap(\.task))
    let keys = Set(declared.tasks.map(\.key))
    // Only a few of many requests are declared.
    var present: [RequestKey: Declaration] = [:]
    for request in requests where keys.contains(request.key) {
      present[request.key] = request.terms.declaration
    }
    submits = Self.afterPredecessors(
      declared.tasks.filter { task in
        present[task.key] != task.submission.terms.declaration
      })
    cancels = requests.filter { request in
      request.terms.declaration != nil && !keys.contains(request.key)
        && !bad.contains(request.key.id)
    }.sorted { $0.key < $1.key }
  }

  /// Returns the tasks in their order, but each after the tasks that it follows: a predecessor must exist.
  private static func afterPredecessors(_ tasks: [DeclaredTask]) -> [DeclaredTask] {
    let byKey = Dictionary(tasks.map { ($0.key, $0) }) { first, _ in first }
    var ordered: [DeclaredTask] = []
    var seen: Set<RequestKey> = []
    func visit(_ task: DeclaredTask) {
      guard seen.insert(task.key).inserted else { return }
      for id in task.submission.terms.needs.predecessors.all {
        let key = RequestKey(owner: task.key.owner, app: nil, id: id)
        if let predecessor = byKey[key] { visit(predecessor) }
      }
      ordered.append(task)
    }
    for task in tasks { visit(task) }
    return ordered
  }
}
