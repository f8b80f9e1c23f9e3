/// The tasks that were handed to the app, by the number of their runs.
struct HeldTasks {
  /// Those of processes that live.
  private(set) var live: [Int64: HeldTask] = [:]
  /// Those of processes that have ended.
  private var past: [Int64: HeldTask] = [:]

  /// One of a process that lives.
  subscript(_ run: Int64) -> HeldTask? {
    get { live[run] }
    set { live[run] = newValue }
  }

  var values: some Collection<HeldTask> { live.values }

  /// One of any process.
  func known(_ run: Int64) -> HeldTask? { live[run] ?? past[run] }

  /// The process of these has ended.
  mutating func retire(_ process: Int64) {
    for (run, task) in live where task.process == process {
      past[run] = task
      live[run] = nil
    }
  }
}
