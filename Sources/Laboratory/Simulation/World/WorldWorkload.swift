import Scheduling

/// The work of a world and its progress. Tasks are identified by their places.
struct WorldWorkload: Sendable {
  let tasks: [ModelTask]
  var states: [TaskState]
  let taskOfKey: [RequestKey: Int]
  /// Tasks that arrive with the first open, by app.
  let tasksAtOpen: [Int: [Int]]
  /// Apps that have been registered.
  var registered: Set<Int> = []
  var arrivals = Arrivals()
  /// The tasks whose reasons to wait may have changed since the last check.
  var waitChecks: WaitChecks

  /// Prepares the tasks of a world before any of them is submitted: their keys, and the tasks of the first open of an
  /// app. Of two tasks with the same key, the first one has the runs.
  init(_ tasks: [ModelTask], _ apps: AppNames) {
    self.tasks = tasks
    let keys = tasks.map { task in
      RequestKey(owner: worldOwner, app: task.app.map { apps.key($0).id }, id: task.id)
    }
    states = keys.map { TaskState(key: $0) }
    taskOfKey = Dictionary(zip(keys, keys.indices)) { first, _ in first }
    let atOpen = tasks.indices.filter { tasks[$0].arrival == .firstOpen }
    // A task without an app is never submitted by an open: no app has the number -1.
    tasksAtOpen = Dictionary(grouping: atOpen) { tasks[$0].app ?? -1 }
    waitChecks = WaitChecks(tasks)
  }
}
