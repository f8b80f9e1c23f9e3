import HeapModule
import Scheduling

/// Which tasks may wait for something else than when they were looked at last.
///
/// To look at all of them whenever anything happens would cost the square of their number. What happens to one concerns
/// it, its app and its group. All are looked at when the device has changed, and from time to time for what nobody tells:
/// what an app may use gets less as it is left alone, and worths are compared now and then.
struct WaitLooks: Sendable {
  /// A moment at which time alone may change why a task waits.
  private struct Moment: Comparable {
    var at: WallTime
    var task: Int

    static func < (left: Self, right: Self) -> Bool {
      (left.at, left.task) < (right.at, right.task)
    }
  }

  /// All tasks are looked at in each of these at least, in which something happens.
  static let interval = Duration.minutes(10)
  /// By how much intervals begin later than the full hour: behind the minute in which worths are compared.
  private static let offset = Duration.minutes(1)

  private var isDue = false
  private var isOfAll = true
  /// The device as it was at the last look, and the interval in which that was.
  private var device: DeviceView?
  private var interval: Int64 = .min
  private var touched: [Int] = []
  private var isTouched: [Bool]
  private var moments = Heap<Moment>()
  /// The next that is planned, by task.
  private var planned: [WallTime?]
  private let app: [Int?]
  private let group: [String?]
  private var tasksOfApp: [Int: [Int]] = [:]
  private var tasksOfGroup: [String: [Int]] = [:]

  init(_ tasks: [ModelTask]) {
    isTouched = tasks.map { _ in false }
    planned = tasks.map { _ in nil }
    app = tasks.map(\.app)
    group = tasks.map(\.terms.asked.group)
    for (place, task) in tasks.enumerated() {
      if let app = task.app { tasksOfApp[app, default: []].append(place) }
      if let group = task.terms.asked.group { tasksOfGroup[group, default: []].append(place) }
    }
  }

  // MARK: What has happened

  mutating func noteEvent() { isDue = true }

  mutating func noteAll() { isOfAll = true }

  mutating func note(app: Int) {
    for task in tasksOfApp[app, default: []] { touch(task) }
  }

  /// It was submitted, or a run of it has begun or ended.
  mutating func note(task: Int) {
    touch(task)
    if let app = app[task] { note(app: app) }
    if let group = group[task] { for other in tasksOfGroup[group, default: []] { touch(other) } }
  }

  private mutating func touch(_ task: Int) {
    guard !isTouched[task] else { return }
    isTouched[task] = true
    touched.append(task)
  }

  /// Has the task looked at with the first that happens from `moment` on.
  mutating func plan(_ task: Int, at moment: WallTime) {
    guard planned[task].map({ moment < $0 }) ?? true else { return }
    planned[task] = moment
    moments.insert(Moment(at: moment, task: task))
  }

  // MARK: What is to be looked at

  /// The tasks to look at, in their order, which then need no look any more.
  ///
  /// - Parameter device: What all of them are judged by.
  mutating func take(_ device: DeviceView?, at now: WallTime) -> [Int] {
    guard isDue else { return [] }
    isDue = false
    while let first = moments.min, first.at <= now {
      moments.removeMin()
      planned[first.task] = nil
      touch(first.task)
    }
    defer {
      for task in touched { isTouched[task] = false }
      touched = []
    }
    let interval = (now - Self.offset).nanoseconds / Self.interval.nanoseconds
    guard isOfAll || interval != self.interval || device != self.device else {
      return touched.sorted()
    }
    (isOfAll, self.interval, self.device) = (false, interval, device)
    return Array(isTouched.indices)
  }
}
