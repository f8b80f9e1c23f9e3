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
    // The request of a task with an invalid file is neither changed nor cancelled.
    let invalidTasks = Set(declared.problems.compactMap(\.task))
    let keys = Set(declared.tasks.map(\.key))
    // Only of the requests of these tasks, since most requests are not declared.
    var declarations: [RequestKey: Declaration] = [:]
    for request in requests where keys.contains(request.key) {
      declarations[request.key] = request.terms.declaration
    }
    let changed = declared.tasks.filter { task in
      declarations[task.key] != task.submission.terms.declaration
    }
    submits = Self.sortAfterPredecessors(changed, key: \.key, \.submission.terms)
    let undeclared = requests.filter { request in
      request.terms.declaration != nil && !keys.contains(request.key)
        && !invalidTasks.contains(request.key.id)
    }.sorted { $0.key < $1.key }
    // Each request before its predecessors, or it would fail with them.
    cancels = Self.sortAfterPredecessors(undeclared, key: \.key, \.terms).reversed()
  }

  /// Returns the items in their order, but each after its predecessors: a predecessor must exist.
  private static func sortAfterPredecessors<Item>(
    _ items: [Item], key: (Item) -> RequestKey, _ terms: (Item) -> Terms
  ) -> [Item] {
    let keys: [RequestKey?] = items.map { key($0) }
    let order = PredecessorOrder(keys) { position in
      let owner = key(items[position]).owner
      return terms(items[position]).needs.predecessors.all.map {
        RequestKey(owner: owner, app: nil, id: $0)
      }
    }
    return order.positions.map { items[$0] }
  }
}
