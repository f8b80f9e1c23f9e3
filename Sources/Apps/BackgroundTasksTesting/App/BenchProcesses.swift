import Scheduling

/// The processes that the app would have.
struct BenchProcesses {
  /// The processes that exist, by the scheduler's number.
  private var live: [Int64: BenchProcess] = [:]
  /// The processes that have ended. They are released without the lock, since that may call code of the app.
  private var awaitingRelease: [BenchProcess] = []
  /// The processes that are being launched, and the virtual times at which their launches end.
  private var launching: [(process: Int64, until: WallTime)] = []
  /// The processes that existed at the end, except those in which the end has woken code.
  private(set) var remainingAtEnd: Set<Int64> = []
  /// Whether the app is in the foreground.
  var isOpen = false
  /// The number of calls of the app in progress, such as launches.
  var calls = 0

  subscript(_ number: Int64) -> BenchProcess? {
    get { live[number] }
    set { live[number] = newValue }
  }

  var numbers: [Int64] { live.keys.sorted() }

  var values: some Collection<BenchProcess> { live.values }

  /// The newest process of the app; `nil` if there is none.
  var newest: BenchProcess? { live.values.max { $0.link.number < $1.link.number } }

  /// Whether time does not pass for a process.
  func isSuspended(_ number: Int64) -> Bool { live[number]?.isSuspended != false }

  // MARK: Launching

  /// Notes that a process launched by the daemon is ready for tasks at `end`.
  mutating func noteLaunch(of number: Int64, until end: WallTime) {
    launching.append((process: number, until: end))
  }

  /// The time at which the next launch ends; `nil` if no process is being launched.
  var nextLaunchEnd: WallTime? { launching.map(\.until).min() }

  /// Removes and returns a process whose launch ends by `time`; `nil` if there is none.
  mutating func removeLaunched(at time: WallTime) -> Int64? {
    guard let index = launching.firstIndex(where: { $0.until <= time }) else { return nil }
    return launching.remove(at: index).process
  }

  // MARK: Ending

  /// Removes the process and returns it; `nil` if it has already ended.
  mutating func remove(_ number: Int64) -> BenchProcess? {
    launching.removeAll { $0.process == number }
    return live.removeValue(forKey: number)
  }

  /// Keeps a process that has ended until `removeAwaitingRelease()`, so that it is not released under the lock.
  mutating func keepForRelease(_ process: BenchProcess) { awaitingRelease.append(process) }

  /// Removes and returns the processes that have ended. The caller releases them without the lock.
  mutating func removeAwaitingRelease() -> [BenchProcess] {
    defer { awaitingRelease = [] }
    return awaitingRelease
  }

  /// Records the processes that exist at the end of the bench. Their later calls are failures of the app.
  ///
  /// - Parameter woken: The processes in which the end has woken code, whose later calls are expected.
  mutating func recordRemainingProcesses(except woken: some Sequence<Int64>) {
    remainingAtEnd = Set(live.keys).subtracting(woken)
  }
}
