import HeapModule
import Scheduling

/// What the modelled outside will do, in the order of time.
struct Appointments {
  struct Appointment: Comparable {
    var at: AwakeTime
    /// Of two at the same moment, the one that was made first comes first.
    var number: Int
    var run: RunID
    /// The run stops short of its end because it was warned.
    var isCut: Bool

    static func < (left: Self, right: Self) -> Bool {
      (left.at, left.number) < (right.at, right.number)
    }
  }

  private var heap = Heap<Appointment>()
  private var made = 0

  var next: AwakeTime? { heap.min?.at }

  mutating func add(_ run: RunID, at moment: AwakeTime, isCut: Bool) {
    made += 1
    heap.insert(Appointment(at: moment, number: made, run: run, isCut: isCut))
  }

  mutating func takeDue(at now: AwakeTime) -> Appointment? {
    guard let first = heap.min, first.at <= now else { return nil }
    return heap.removeMin()
  }
}
