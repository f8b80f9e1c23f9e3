import Scheduling

/// The processes that the app would have.
struct BenchProcesses {
  /// The processes that exist, by the scheduler's number.
  private var live: [Int64: BenchProcess] = [:]
  /// The processes that have ended. They are released without the lock, since that may call code of the app.
  private var buried: [BenchProcess] = []
  /// The processes that are being launched, and the ends of their launches.
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

  mutating func launches(_ number: Int64, until end: WallTime) {
    launching.append((process: number, until: end))
  }

  var nextLaunched: WallTime? { launching.map(\.until).min() }

  /// Removes and returns a process whose launch ends by `time`; `nil` if there is none.
  mutating func removeLaunched(at time: WallTime) -> Int64? {
    launching.firstIndex { $0.until <= time }.map { launching.remove(at: $0).process }
  }

  // MARK: Ending

  /// Removes the process and returns it; `nil` if it has already ended.
  mutating func remove(_ number: Int64) -> BenchProcess? {
    launching.removeAll { $0.process == number }
    return live.removeValue(forKey: number)
  }

  mutating func bury(_ process: BenchProcess) { buried.append(process) }

  /// Removes and returns the processes that have ended, to be released without the lock.
  mutating func removeBuried() -> [BenchProcess] {
    defer { buried = [] }
    return buried
  }

  /// - Parameter woken: The processes in which the end has woken code.
  mutating func recordRemainingProcesses(except woken: some Sequence<Int64>) {
    remainingAtEnd = Set(live.keys).subtracting(woken)
  }
}
