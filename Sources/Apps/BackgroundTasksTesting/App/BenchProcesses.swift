import Scheduling

/// The processes that the app would have.
struct BenchProcesses {
  /// Those that live, by the scheduler's number.
  private var live: [Int64: BenchProcess] = [:]
  /// Those that have ended. What they had of the app is let go of without the lock, since it may have code for that.
  private var buried: [BenchProcess] = []
  /// Those that are being launched, and when their launch is over.
  private var launching: [(process: Int64, until: WallTime)] = []
  /// Those that were there at the end, but for those in which the end has woken something.
  private(set) var outlived: Set<Int64> = []
  /// Its user looks at the app.
  var isOpen = false
  /// How often the app is being called, as to be launched.
  var calls = 0

  subscript(_ number: Int64) -> BenchProcess? {
    get { live[number] }
    set { live[number] = newValue }
  }

  var numbers: [Int64] { live.keys.sorted() }

  var values: some Collection<BenchProcess> { live.values }

  /// The process that the app has now: the newest.
  var newest: BenchProcess? { live.values.max { $0.link.number < $1.link.number } }

  /// Whether a process takes no part in time.
  func isSuspended(_ number: Int64) -> Bool { live[number]?.isSuspended != false }

  // MARK: Launching

  mutating func launches(_ number: Int64, until end: WallTime) {
    launching.append((process: number, until: end))
  }

  var nextLaunched: WallTime? { launching.map(\.until).min() }

  /// A process whose launch is over at `time`.
  mutating func takeLaunched(at time: WallTime) -> Int64? {
    launching.firstIndex { $0.until <= time }.map { launching.remove(at: $0).process }
  }

  // MARK: Ending

  /// Returns the process, where it has lived until now.
  mutating func remove(_ number: Int64) -> BenchProcess? {
    launching.removeAll { $0.process == number }
    return live.removeValue(forKey: number)
  }

  mutating func bury(_ process: BenchProcess) { buried.append(process) }

  mutating func takeBuried() -> [BenchProcess] {
    defer { buried = [] }
    return buried
  }

  /// - Parameter woken: Those in which the end has woken something.
  mutating func noteOutlived(but woken: some Sequence<Int64>) {
    outlived = Set(live.keys).subtracting(woken)
  }
}
