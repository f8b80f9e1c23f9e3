import HeapModule
import Scheduling

/// The tasks whose reasons to wait may have changed since the last check.
///
/// Checking all of them at every event would cost the square of their number. An event of a task affects it, its app
/// and its group. All are checked after a change of the device, and from time to time for unreported changes: the quota
/// of an unused app shrinks, and worths are compared now and then.
struct WaitChecks: Sendable {
  /// A moment at which a task's reason to wait may change with time only, such as the end of a backoff.
  private struct PlannedCheck: Comparable {
    var at: WallTime
    var task: Int

    static func < (left: Self, right: Self) -> Bool {
      (left.at, left.task) < (right.at, right.task)
    }
  }

  /// The interval in which all tasks are checked at least once, if anything happens in it.
  static let longestInterval = Duration.minutes(10)
  /// The offset of intervals from the full hour: after the minute in which worths are compared.
  private static let offset = Duration.minutes(1)

  /// Whether an event was sent since the last check. Without one, no reason can have changed.
  private var hadEvent = false
  private var allAreMarked = true
  /// The device at the last check, `nil` if it is unknown, and the interval of that check.
  private var lastDevice: DeviceView?
  private var lastInterval: Int64 = .min
  /// The tasks to check, and for each task whether it is one of them.
  private var marked: [Int] = []
  private var isMarked: [Bool]
  private var plannedChecks = Heap<PlannedCheck>()
  /// The next planned check of each task.
  private var planned: [WallTime?]
  private let app: [Int?]
  private let group: [String?]
  private var tasksOfApp: [Int: [Int]] = [:]
  private var tasksOfGroup: [String: [Int]] = [:]
  /// The tasks that follow each task, directly or through others.
  private let followers: [[Int]]

  /// Finds the tasks of each app and of each group, and the followers of each task. The first check is of all tasks,
  /// since `allAreMarked` is true at first.
  init(_ tasks: [ModelTask]) {
    isMarked = tasks.map { _ in false }
    planned = tasks.map { _ in nil }
    app = tasks.map(\.app)
    group = tasks.map(\.terms.asked.group)
    followers = Self.followers(of: tasks)
    for (place, task) in tasks.enumerated() {
      if let app = task.app { tasksOfApp[app, default: []].append(place) }
      if let group = task.terms.asked.group { tasksOfGroup[group, default: []].append(place) }
    }
  }

  /// Returns the tasks that follow each of `tasks`, directly or through others.
  private static func followers(of tasks: [ModelTask]) -> [[Int]] {
    var directFollowers: [String: [Int]] = [:]
    for (place, task) in tasks.enumerated() {
      for id in task.terms.asked.needs.predecessors.all {
        directFollowers[id, default: []].append(place)
      }
    }
    if directFollowers.isEmpty { return tasks.map { _ in [] } }
    return tasks.map { task in
      var allFollowers: [Int] = []
      // A predecessor is named by its id alone, which is that of a task without an app.
      var unvisited = task.app == nil ? directFollowers[task.id] ?? [] : []
      while let place = unvisited.popLast() {
        if allFollowers.contains(place) { continue }
        allFollowers.append(place)
        unvisited += directFollowers[tasks[place].id] ?? []
      }
      return allFollowers
    }
  }

  // MARK: Events

  /// Records that an event is sent to the scheduler, so that the next call of `removeDue` returns tasks.
  mutating func noteEvent() { hadEvent = true }

  /// Marks all tasks for the next check, as after a change of the clocks.
  mutating func markAll() { allAreMarked = true }

  /// Marks all tasks of an app for the next check.
  mutating func markTasks(ofApp app: Int) {
    for task in tasksOfApp[app, default: []] { mark(task) }
  }

  /// Marks a task for the next check, and also all tasks of its app and of its group, and those that follow it. Called
  /// when the task is submitted, and when its run begins or ends.
  mutating func markTasks(affectedBy task: Int) {
    mark(task)
    if let app = app[task] { markTasks(ofApp: app) }
    for follower in followers[task] { mark(follower) }
    if let group = group[task] { for other in tasksOfGroup[group, default: []] { mark(other) } }
  }

  /// Marks one task for the next check, if it is not marked yet.
  private mutating func mark(_ task: Int) {
    guard !isMarked[task] else { return }
    isMarked[task] = true
    marked.append(task)
  }

  /// Plans a check of the task with the first event from `moment` on, unless an earlier check of it is planned.
  mutating func plan(_ task: Int, at moment: WallTime) {
    let isEarliest = planned[task].map { moment < $0 } ?? true
    guard isEarliest else { return }
    planned[task] = moment
    plannedChecks.insert(PlannedCheck(at: moment, task: task))
  }

  // MARK: Due checks

  /// Returns the tasks to check, in order, and removes their marks; empty if there was no event since the last call.
  /// All tasks are returned after `markAll`, after a change of the device, and by the first call with an event in each
  /// interval of the length `longestInterval`.
  ///
  /// - Parameter device: The state of the device by which the scheduler judges all tasks; `nil` if it is unknown.
  mutating func removeDue(_ device: DeviceView?, at now: WallTime) -> [Int] {
    guard hadEvent else { return [] }
    hadEvent = false
    while let first = plannedChecks.min, first.at <= now {
      plannedChecks.removeMin()
      planned[first.task] = nil
      mark(first.task)
    }
    defer {
      for task in marked { isMarked[task] = false }
      marked = []
    }
    let intervalNumber = (now - Self.offset).nanoseconds / Self.longestInterval.nanoseconds
    let checksAll = allAreMarked || intervalNumber != lastInterval || device != lastDevice
    guard checksAll else { return marked.sorted() }
    allAreMarked = false
    lastInterval = intervalNumber
    lastDevice = device
    let allTasks = Array(isMarked.indices)
    return allTasks
  }
}
