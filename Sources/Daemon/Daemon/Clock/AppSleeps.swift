import Control
import Scheduling

/// The sleeps of processes of apps on a simulated clock, and which runs do nothing but sleep.
///
/// A run whose sleep is over, or that was told to expire, has work to do, of which nothing is heard until it sleeps again or
/// breaks a sleep off: it counts as awake until then, for so long at most as `patience` is, since it may have nothing
/// more to sleep for beside another sleep. Where it has begun one sleep, another beside it may be on its way: both are waited for
/// as long as `settling`.
struct AppSleeps {
  struct ID: Hashable {
    var process: RunID
    /// The process's own.
    var number: Int64
  }

  private struct Sleep {
    var ends: WallTime
    var run: RunID?
  }

  /// What a run was told, and of which it has not been heard since.
  private struct Woken {
    var count = 0
    /// Real awake nanoseconds.
    var until: Int64 = 0
  }

  /// The most of one process.
  static let mostPerProcess = 4096
  private static let patience: Int64 = 100_000_000
  private static let settling: Int64 = 10_000_000

  private var sleeps: [ID: Sleep] = [:]
  private var woken: [RunID: Woken] = [:]

  /// When the first ends.
  var next: WallTime? { sleeps.values.map(\.ends).min() }

  mutating func begin(
    _ id: ID, of run: RunID?, until ends: WallTime, real: Int64
  ) throws(Refusal) {
    guard sleeps.keys.count(where: { $0.process == id.process }) < Self.mostPerProcess else {
      throw Refusal(
        .limit, field: "sleep", value: String(id.number),
        message:
          "process \(id.process) has \(Self.mostPerProcess) sleeps already, the most that one may have"
      )
    }
    sleeps[id] = Sleep(ends: ends, run: run)
    if let run { hear(of: run, real: real) }
  }

  mutating func end(_ id: ID, real: Int64) {
    guard let run = sleeps.removeValue(forKey: id)?.run else { return }
    hear(of: run, real: real)
  }

  /// Takes out those that are over, in the order in which they end.
  mutating func takeDue(at now: WallTime, real: Int64) -> [ID] {
    woken = woken.filter { $0.value.until > real }
    let due = sleeps.filter { $0.value.ends <= now }
    for (id, sleep) in due {
      sleeps[id] = nil
      if let run = sleep.run { wake(run, real: real) }
    }
    return due.sorted { ($0.value.ends, $0.key.number) < ($1.value.ends, $1.key.number) }.map(\.key)
  }

  /// A run is told something that it has to act on.
  mutating func wake(_ run: RunID, real: Int64) {
    woken[run, default: Woken()].count += 1
    woken[run]?.until = real + Self.patience
  }

  /// Nothing is left of a process.
  mutating func forget(_ process: RunID) {
    sleeps = sleeps.filter { $0.key.process != process }
  }

  /// Until when one of `runs` is awake, in real awake nanoseconds: nil where all sleep, the greatest number where that will be
  /// heard.
  func wakefulness(of runs: [RunID]) -> Int64? {
    let asleep = Set(sleeps.values.compactMap(\.run))
    guard runs.allSatisfy(asleep.contains) else { return .max }
    return runs.compactMap { woken[$0]?.until }.max()
  }

  private mutating func hear(of run: RunID, real: Int64) {
    var told = woken[run] ?? Woken()
    told.count = max(0, told.count - 1)
    if told.count == 0 { told.until = real + Self.settling }
    woken[run] = told
  }
}
