import Recording
import Scheduling
import Terminal
import Verbs

/// A process of the app, and its phases.
struct AppLaunch {
  let process: RunID
  /// Whether its user has started it, not the daemon.
  let isByUser: Bool
  let began: WallTime
  /// The time at which it had registered its handlers; `nil` if it has not.
  var launched: WallTime?
  var ended: WallTime?
  var isKilled = false
  /// The number of tasks that it received.
  var tasks = 0
  /// The total time for which it was suspended.
  var suspended: Duration { sleeps.reduce(.zero) { $0 + ($1.upperBound - $1.lowerBound) } }
  private var sleeps: [Range<WallTime>] = []
  private var asleepSince: WallTime?

  init(_ process: RunID, isByUser: Bool, at began: WallTime) {
    (self.process, self.isByUser, self.began) = (process, isByUser, began)
    if isByUser { launched = began }
  }

  /// Records the begin of a suspension; does nothing if the process is already suspended.
  mutating func suspend(at moment: WallTime) { asleepSince = asleepSince ?? moment }

  /// Records the end of a suspension; does nothing if the process is not suspended.
  mutating func resume(at moment: WallTime) {
    if let asleepSince { sleeps.append(asleepSince..<max(asleepSince, moment)) }
    asleepSince = nil
  }

  /// Returns its lifetime, up to the end of the simulation.
  func life(until end: WallTime) -> Range<WallTime> { began..<max(began, min(end, ended ?? end)) }

  /// Returns the intervals in which the process was not suspended, up to `end`, the end of the simulation.
  func awake(until end: WallTime) -> [Range<WallTime>] {
    let lifeEnd = life(until: end).upperBound
    var awakeTimes: [Range<WallTime>] = []
    var partBegins = began
    for sleep in sleeps {
      if partBegins < sleep.lowerBound { awakeTimes.append(partBegins..<sleep.lowerBound) }
      partBegins = min(sleep.upperBound, lifeEnd)
    }
    let lastEnd = asleepSince ?? lifeEnd
    if partBegins < lastEnd { awakeTimes.append(partBegins..<lastEnd) }
    return awakeTimes
  }

  /// Records the end of the process; a later report does not change its time.
  mutating func end(at moment: WallTime) {
    resume(at: moment)
    ended = ended ?? moment
  }
}

/// The processes of an app in its daemon's recording.
struct AppLaunches {
  /// The largest recording that is read, in bytes: 4 GiB.
  private static let longestRecording = 1 << 32
  private(set) var all: [AppLaunch] = []

  /// Reads the recording of a daemon in `file`, and follows the launches and the ends of the app's processes in it.
  init(recording file: String) throws(Failure) {
    let bytes = Array(try TextFile.read(file, limit: Self.longestRecording).utf8)
    do throws(RecordingError) {
      var reader = try RecordingReader(bytes, file: file)
      while let line = try reader.next() {
        if case .took(let event, let now, let decisions) = line {
          apply(event, at: now.wall, decisions)
        }
      }
    } catch {
      throw .refused(error.description)
    }
  }

  /// Records the effects of an event on the processes, and of the decisions that followed it. `decisions` are the texts
  /// of these decisions.
  private mutating func apply(_ event: Event, at now: WallTime, _ decisions: [String]) {
    switch event {
    case .finishLaunch(let process, _, _): change(process) { $0.launched = $0.launched ?? now }
    case .attachApp(let attachment, _) where attachment.hasFinishedLaunching:
      if let process = attachment.process { change(process) { $0.launched = $0.launched ?? now } }
    case .detachApp(let process), .runEnded(let process, _): change(process) { $0.end(at: now) }
    default: break
    }
    for decision in decisions { applyDecision(decision, at: now, event) }
  }

  /// Records the effect of a decision on a process: a launch, a suspension, a resumption, a kill or a delivered task.
  ///
  /// - Parameter decision: The text, such as `suspend process 17 of 1000/news`.
  private mutating func applyDecision(_ decision: String, at now: WallTime, _ event: Event) {
    if decision.hasPrefix("hand over run ") {
      // The text does not name the process: the task is counted for the newest one that has not ended.
      if let last = all.indices.last(where: { all[$0].ended == nil }) { all[last].tasks += 1 }
      return
    }
    let words = decision.split(separator: " ")
    guard let place = words.firstIndex(of: "process"), place + 1 < words.count,
      let process = RunID(words[place + 1])
    else { return }
    switch words[0] {
    case "launch": all.append(AppLaunch(process, isByUser: false, at: now))
    // The daemon has not launched this process, so the user has.
    case "answer:" where !all.contains { $0.process == process }:
      all.append(AppLaunch(process, isByUser: true, at: now))
    case "suspend": change(process) { $0.suspend(at: now) }
    case "resume": change(process) { $0.resume(at: now) }
    case "kill": change(process) { $0.isKilled = true }
    default: break
    }
  }

  /// Changes the last process with this number; does nothing if it is unknown.
  private mutating func change(_ process: RunID, _ body: (inout AppLaunch) -> Void) {
    guard let place = all.lastIndex(where: { $0.process == process }) else { return }
    body(&all[place])
  }
}
