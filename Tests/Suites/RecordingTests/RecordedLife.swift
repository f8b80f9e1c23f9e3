import Foundation
import Scheduling

@testable import Recording

/// The life of a scheduler with random events, and its recording: submissions, a device, runs with random ends,
/// restarts and failed commits.
final class RecordedLife {
  let directory: String
  var path: String { "\(directory)/recording.jsonl" }
  private var generator: SplitMix
  private let settings: Settings
  private var core = Scheduler.load(
    Snapshot(), settings: Settings(), at: start, bootID: "1"
  ).0
  private var store = SnapshotKeeper(Snapshot(), bootID: "1")
  private var recorder: Recorder?
  private var isRecorded = true
  private var boot = 1
  private(set) var now = start
  private(set) var notices: [String] = []
  /// The largest number of consecutive steps that the scheduler asked for without a delay.
  private(set) var longestSpin = 0

  static let start = Instant(
    wall: WallTime(seconds: 1_772_429_400), boot: BootTime(nanoseconds: 3_600_000_000_000),
    awake: AwakeTime(nanoseconds: 3_600_000_000_000))
  static let secret = "sesame"

  init(seed: UInt64, settings: Settings = Settings()) throws {
    directory = FileManager.default.temporaryDirectory.path + "/rubato-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false)
    generator = SplitMix(state: seed)
    self.settings = settings
    try begin(limit: 64 << 20)
  }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  /// - Parameters:
  /// - longestPause: The longest time between two events.
  /// - isWoken: Whether the scheduler is called whenever it asks for a step, as by a daemon.
  func live(
    events: Int, longestPause: Duration = .minutes(15), isWoken: Bool = false
  ) throws {
    let longestPause = Int(longestPause.nanoseconds / 1_000_000)
    for _ in 0..<events {
      let next = now.advanced(by: .milliseconds(Int64(generator.below(longestPause))))
      if isWoken { wake(until: next) }
      now = next
      switch generator.below(100) {
      case 0: try restart()
      case 1: failCommit()
      default: take(event())
      }
    }
  }

  /// Performs steps when the scheduler asks for them. Stops after some steps, since they may be a tenth of a second
  /// apart.
  private func wake(until end: Instant) {
    var spin = 0
    for _ in 0..<25 {
      guard let delay = core.nextDeadlines().delay(from: now), now.awake + delay < end.awake else {
        break
      }
      spin = delay > .zero ? 0 : spin + 1
      longestSpin = max(longestSpin, spin)
      now = now.advanced(by: delay)
      take(.time)
    }
  }

  /// Continues without a recording.
  func recordNoMore() {
    recorder = nil
    isRecorded = false
  }

  func begin(limit: Int, found: [RunID: FoundRun] = [:]) throws {
    recorder = nil
    if isRecorded {
      recorder = try Recorder(path, limit: limit, settings: settings) { [unowned self] in
        notices.append($0)
      }
    }
    let snapshot = store.next(bootID: "\(boot)")
    var beginning = RecordedBeginning(
      snapshot, settings: settings, bootID: "\(boot)", rubato: "test", at: now)
    beginning.zoneSeconds = 3600
    beginning.foundRuns = found
    let (core, effects) = beginning.load(settings)
    self.core = core
    store = SnapshotKeeper(snapshot, bootID: "\(boot)")
    store.keep(effects, at: now)
    recorder?.began(beginning, effects)
  }

  /// Returns the bytes of the file as after a crash.
  func end() { recorder = nil }

  private func restart() throws {
    if generator.below(3) == 0 { boot += 1 }
    var found: [RunID: FoundRun] = [:]
    for run in core.runs where generator.below(2) == 0 {
      found[run.id] = generator.below(2) == 0 ? .alive : .ended(finish())
    }
    try begin(limit: 64 << 20, found: found)
  }

  private func failCommit() {
    let runsBefore = core.runs
    let event = event()
    recorder?.took(event, at: now, core.handle(event, at: now))
    let snapshot = store.next(bootID: "\(boot)")
    core = Scheduler.reload(snapshot, after: core, runsBefore: runsBefore, at: now)
    recorder?.reloaded(snapshot, runsBefore: runsBefore, at: now)
  }

  func pass(_ time: Duration) { now = now.advanced(by: time) }

  func take(_ event: Event) {
    let effects = core.handle(event, at: now)
    store.keep(effects, at: now)
    recorder?.took(event, at: now, effects)
  }

  // MARK: Events

  private func event() -> Event {
    let ticket = Ticket(generator.below(1000))
    let key = RequestKey(owner: 1000, id: "task\(generator.below(6))")
    switch generator.below(20) {
    case 0...4: return .submit(submission(), ticket)
    case 5...8: return .runEnded(run(), finish())
    case 9: return .runStarted(run())
    case 10: return .device(values(), ticket)
    case 11: return .measured(values().map { Measurement($0, origin: "test") }, isFullPoll: true)
    case 12: return .cancel(key, keepsRunning: false, ticket)
    case 13: return .runNow(key, .force, ticket)
    case 14: return .report(run(), .checkpoint(Self.secret), ticket)
    case 15: return .registerApp(app(), ticket)
    case 16: return .app(AppKey(owner: 1000, id: "news"), .opened, ticket)
    case 17: return .zone(secondsFromUTC: generator.below(3) * 3600)
    case 18: return .unquarantine(key, ticket)
    default: return .time
    }
  }

  private func run() -> RunID {
    core.runs.isEmpty ? 1 : core.runs[generator.below(core.runs.count)].id
  }

  private func app() -> App {
    App(key: AppKey(owner: 1000, id: "news"), registered: now.wall)
  }

  private func values() -> [DeviceValue] {
    [
      .power(generator.below(2) == 0 ? .ac : .battery), .battery(generator.below(101)),
      .idle(generator.below(2) == 0), .network(.wifi), .networkID(Self.secret),
      .networkNames([ExactString(Self.secret), "vpn"]),
      .path("/mnt/\(Self.secret)", isThere: generator.below(2) == 0),
    ]
  }

  private func finish() -> ProcessExit {
    var finish = ProcessExit(exit: Int32([0, 0, 0, 1, 75][generator.below(5)]))
    finish.cpuSeconds = Double(generator.below(1000)) / 7
    finish.lastWords = Self.secret
    return finish
  }

  private func submission() -> Submission {
    let id = generator.below(8) == 0 ? nil : "task\(generator.below(6))"
    var submission = Submission(
      owner: 1000, id: id, kind: Kind.allCases[generator.below(Kind.allCases.count)],
      command: command())
    if generator.below(4) == 0 { submission.app = "news" }
    if generator.below(3) == 0 { submission.terms.every = .hours(generator.below(30)) }
    if generator.below(3) == 0 { submission.latest = .after(.hours(Int(generator.below(50)))) }
    if generator.below(3) == 0 { submission.terms.requires = [.power] }
    if generator.below(3) == 0 { submission.terms.prefers = [.idle, .unmetered] }
    if generator.below(4) == 0 {
      submission.terms.needs.condition = "test \(Self.secret)"
      submission.terms.run.onFailureCommand = "tell \(Self.secret)"
      submission.terms.run.onOverdueCommand = "warn \(Self.secret)"
    }
    if generator.below(4) == 0 {
      submission.terms.needs.paths = ["/mnt/\(Self.secret)"]
      submission.terms.needs.networks = [ExactString(Self.secret), "!vpn"]
    }
    submission.terms.declaration = Declaration(file: "/etc/\(Self.secret)", digest: Self.secret)
    return submission
  }

  private func command() -> Command {
    let programs = [["/usr/bin/work", Self.secret], ["relative", Self.secret], []]
    var command = Command(
      arguments: programs[max(0, generator.below(12) - 9)], directory: "/home/\(Self.secret)",
      environment: ["TOKEN": Self.secret])
    if generator.below(10) == 0 { command.environment["a=b"] = Self.secret }
    if generator.below(10) == 0 {
      command.steps = [Step(name: "one", arguments: command.arguments)]
      command.arguments = []
    }
    return command
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014).
struct SplitMix {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((mixed ^ (mixed >> 31)) % UInt64(bound))
  }
}
