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
    let changed = declared.tasks.filter { task in
      present[task.key] != task.submission.terms.declaration
    }
    submits = Self.afterPredecessors(changed, key: \.key, \.submission.terms)
    cancels = requests.filter { request in
      request.terms.declaration != nil && !keys.contains(request.key)
        && !bad.contains(request.key.id)
    }.sorted { $0.key < $1.key }
    // Each request before its predecessors, or it would fail with them.
    cancels = Self.afterPredecessors(cancels, key: \.key, \.terms).reversed()
  }

  /// Returns the items in their order, but each after its predecessors: a predecessor must exist.
  private static func afterPredecessors<Item>(
    _ items: [Item], key: (Item) -> RequestKey, _ terms: (Item) -> Terms
  ) -> [Item] {
    let byKey = Dictionary(items.map { (key($0), $0) }) { first, _ in first }
    var ordered: [Item] = []
    var seen: Set<RequestKey> = []
    func visit(_ item: Item) {
      guard seen.insert(key(item)).inserted else { return }
      for id in terms(item).needs.predecessors.all {
        let predecessor = byKey[RequestKey(owner: key(item).owner, app: nil, id: id)]
        if let predecessor { visit(predecessor) }
      }
      ordered.append(item)
    }
    for item in items { visit(item) }
    return ordered
  }
}
