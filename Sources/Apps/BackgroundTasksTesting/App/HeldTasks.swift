/// The tasks that the app has received, by the number of their runs.
struct HeldTasks {
  /// The tasks of processes that exist.
  private(set) var live: [Int64: HeldTask] = [:]
  /// The tasks of processes that have ended.
  private var past: [Int64: HeldTask] = [:]

  /// The task in a process that exists; `nil` if there is none.
  subscript(_ run: Int64) -> HeldTask? {
    get { live[run] }
    set { live[run] = newValue }
  }

  var values: some Collection<HeldTask> { live.values }

  /// Returns the task in any process; `nil` if there is none.
  func liveOrPast(_ run: Int64) -> HeldTask? { live[run] ?? past[run] }

  /// Moves the tasks of a process that has ended to the past ones.
  mutating func retire(_ process: Int64) {
    for (run, task) in live where task.process == process {
      past[run] = task
      live[run] = nil
    }
  }
}
