import Control
import Report
import Scheduling
import Terminal

/// The report of an app's life: its tasks, its runs and its processes.
struct AppLifeReport: Encodable {
  struct Task: Encodable {
    var id: String
    var runs: Int
    var completed: Int
    var killed: Int
    /// The longest time between the ends of two completed runs, or from the start or to the end of the simulation.
    var longestWithoutSeconds: Double
  }

  struct Launch: Encodable {
    var process: Int64
    var byUser: Bool
    var start: String
    /// The time from its start until it had registered its handlers; null if it never had.
    @ExplicitNull var launchSeconds: Double?
    var suspendedSeconds: Double
    @ExplicitNull var end: String?
    var killed: Bool
    var tasks: Int
  }

  var app: String
  var world: String
  var seed: UInt64
  var from: String
  var to: String
  var days: Double
  /// The passing of time while the app works: `measured`, as on the machine's clock, or `virtual`, if the app slept by
  /// the clock of tasks, which is skipped. Its other work is measured.
  var time: String
  var sleptSeconds: Double
  var opens: Int
  var tasks: [Task]
  var launches: [Launch]
  var runs: [RunInfo]

  /// Creates the report of a simulated life, with a row for each task that has run.
  ///
  /// - Parameters:
  ///   - range: The simulated time.
  ///   - opens: The number of opens by the user.
  ///   - slept: The seconds that the daemon's clock has skipped while every run slept; 0 if it has skipped none.
  init(
    app: String, world: String, seed: UInt64, _ range: Range<WallTime>, opens: Int,
    slept: Double, runs: [RunInfo], _ launches: [AppLaunch]
  ) {
    self.app = app
    self.world = world
    self.seed = seed
    self.opens = opens
    self.runs = runs
    time = slept > 0 ? "virtual" : "measured"
    sleptSeconds = slept
    from = UniversalTime.text(range.lowerBound)
    to = UniversalTime.text(range.upperBound)
    days = (range.upperBound - range.lowerBound).seconds / 86_400
    tasks = Set(runs.map(\.id)).sorted().map { id in
      Task(id, of: runs.filter { $0.id == id }, range)
    }
    self.launches = launches.map { Launch($0) }
  }
}

extension AppLifeReport.Task {
  /// Counts the runs of one task, and finds the longest time without a completed run in `range`.
  fileprivate init(_ id: String, of runs: [RunInfo], _ range: Range<WallTime>) {
    self.id = id
    self.runs = runs.count
    let completedRuns = runs.filter { $0.outcome == "completed" }
    completed = completedRuns.count
    killed = runs.count { $0.killed }
    let ends = completedRuns.compactMap { $0.end.flatMap(UniversalTime.parse) }.sorted()
    let moments = [range.lowerBound] + ends + [range.upperBound]
    let gaps = zip(moments, moments.dropFirst()).map { earlier, later in (later - earlier).seconds }
    longestWithoutSeconds = gaps.max() ?? 0
  }
}

extension AppLifeReport.Launch {
  /// Converts the phases of a process to the form of the report.
  fileprivate init(_ launch: AppLaunch) {
    process = launch.process
    byUser = launch.isByUser
    start = UniversalTime.text(launch.began)
    launchSeconds = launch.launched.map { ($0 - launch.began).seconds }
    suspendedSeconds = launch.suspended.seconds
    end = launch.ended.map { UniversalTime.text($0) }
    killed = launch.isKilled
    tasks = launch.tasks
  }
}

extension AppLifeReport {
  /// Returns the report for people: a summary, and a table with a row for each task.
  func lines(on screen: Screen) -> [String] {
    var table = Table([
      .init("TASK"), .init("RUNS", .right), .init("OK", .right), .init("KILLS", .right),
      .init("LONGEST WITHOUT", .right),
    ])
    for task in tasks {
      table.add([
        .init(task.id), .init("\(task.runs)"), .init("\(task.completed)"), .init("\(task.killed)"),
        .init(DurationText.rough(task.longestWithoutSeconds)),
      ])
    }
    let head = "\(app): \(DurationText.rough(days * 86_400)) of \(world), seed \(seed)."
    let none =
      "No task has run. When the user leaves the app, SIGTERM ends its process without a move to the background:"
      + " submit in the launch, in a handler, or in applicationWillTerminate. --json shows the launches."
    return [head, facts.map { "\($0.name): \($0.value)" }.joined(separator: "; ") + ".", ""]
      + (tasks.isEmpty ? [none] : table.lines(on: screen))
  }

  /// The facts for the page.
  var facts: [Story.Fact] {
    let users = launches.count { $0.byUser }
    let own = launches.filter { !$0.byUser }.compactMap(\.launchSeconds).sorted()
    var facts = [
      Story.Fact("Opens", "\(opens)"),
      Story.Fact("Launches", "\(launches.count), \(users) of them by the user"),
    ]
    if !own.isEmpty {
      let median = (own[own.count / 2] * 1000).rounded()
      facts.append(Story.Fact("Launch for a task", "\(Int(median)) ms in the median"))
    }
    let skipped =
      sleptSeconds > 0
      ? "virtual, \(DurationText.rough(sleptSeconds)) of its sleeps were skipped" : time
    facts.append(Story.Fact("Time while the app works", skipped))
    return facts
  }
}
