import HeapModule
import Scheduling

/// The planned ends of runs, in the order of time.
struct RunEndQueue: Sendable {
  struct PlannedEnd: Comparable {
    var at: AwakeTime
    /// The number of the plan: of two ends at the same moment, the one that was planned first comes first.
    var number: Int
    var run: RunID
    /// The run's generation when the end was planned. If the run has another one now, this plan is void.
    var generation: Int
    /// Whether the run ends early because it was warned.
    var isCut: Bool

    static func < (left: Self, right: Self) -> Bool {
      (left.at, left.number) < (right.at, right.number)
    }
  }

  private var heap = Heap<PlannedEnd>()
  private var plannedCount = 0

  /// The moment of the first planned end; `nil` if no end is planned.
  var next: AwakeTime? { heap.min?.at }

  /// Plans an end of a run. `isCut` means that the run ends early because it was warned.
  mutating func add(_ run: SimulatedRun, at moment: AwakeTime, isCut: Bool) {
    plannedCount += 1
    heap.insert(
      PlannedEnd(
        at: moment, number: plannedCount, run: run.id, generation: run.generation, isCut: isCut))
  }

  /// Removes and returns the first planned end, if its time has come; `nil` otherwise.
  mutating func removeDue(at now: AwakeTime) -> PlannedEnd? {
    guard let first = heap.min, first.at <= now else { return nil }
    return heap.removeMin()
  }
}

/// The times of submissions, in order.
struct Arrivals: Sendable {
  private struct Arrival: Comparable {
    var at: WallTime
    var task: Int

    static func < (left: Self, right: Self) -> Bool {
      (left.at, left.task) < (right.at, right.task)
    }
  }

  private var heap = Heap<Arrival>()

  /// The moment of the first planned submission; `nil` if none is planned.
  var next: WallTime? { heap.min?.at }

  /// Plans a submission of a task, by its place in the workload.
  mutating func add(_ task: Int, at moment: WallTime) {
    heap.insert(Arrival(at: moment, task: task))
  }

  /// Removes the first submission, if its time has come, and returns its task; `nil` otherwise.
  mutating func removeDue(at now: WallTime) -> Int? {
    guard let first = heap.min, first.at <= now else { return nil }
    return heap.removeMin().task
  }

  /// Moves the submissions of `tasks` that are planned after `now` by `shift`, but none to a time before `now`.
  mutating func move(_ tasks: Set<Int>, by shift: Duration, at now: WallTime) {
    heap = Heap(
      heap.unordered.map { arrival in
        guard tasks.contains(arrival.task), arrival.at > now else { return arrival }
        return Arrival(at: max(arrival.at + shift, now), task: arrival.task)
      })
  }

  /// Removes all planned submissions of `tasks`.
  mutating func removeAll(of tasks: Set<Int>) {
    heap = Heap(heap.unordered.filter { !tasks.contains($0.task) })
  }
}
