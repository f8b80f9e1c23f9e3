import Scheduling
import Store

/// The expected contents of a store after its changes, by the simplest possible bookkeeping.
struct ExpectedContents {
  private(set) var snapshot = Snapshot()
  private(set) var runs: [Run] = []
  private(set) var events: [DeviceEvent] = []
  private(set) var failureCommands: [FailureCommand] = []

  mutating func commit(_ changes: [Change], at instant: Instant, bootID: String) {
    for change in changes { apply(change) }
    snapshot.apps.sort { $0.key < $1.key }
    snapshot.requests.sort { $0.sequence < $1.sequence }
    runs.sort { $0.id > $1.id }
    snapshot.liveRuns = runs.filter { $0.ending == nil }.reversed()
    snapshot.executed.sort { $0.sequence < $1.sequence }
    failureCommands.sort { $0.number < $1.number }
    snapshot.lastRuns = lastRuns
    snapshot.lastCommit = instant
    snapshot.bootID = bootID
  }

  private var lastRuns: [Run] {
    let ended = runs.filter { $0.ending.map { $0.outcome != .skipped } ?? false }
    let last = ended.filter { run in !ended.contains { $0.key == run.key && $0.id > run.id } }
    return last.filter { $0.retryState != nil }.reversed()
  }

  private mutating func apply(_ change: Change) {
    switch change {
    case .putRequest(let request):
      snapshot.requests.removeAll { $0.key == request.key }
      snapshot.requests.append(request)
      snapshot.nextSequence = max(snapshot.nextSequence, request.sequence + 1)
    case .removeRequest(let key): snapshot.requests.removeAll { $0.key == key }
    case .keepExecuted(let request):
      snapshot.executed.removeAll { $0.sequence == request.sequence }
      snapshot.executed.append(request)
    case .putApp(let app):
      snapshot.apps.removeAll { $0.key == app.key }
      snapshot.apps.append(app)
    case .removeApp(let key): snapshot.apps.removeAll { $0.key == key }
    case .putRun(let run):
      runs.removeAll { $0.id == run.id }
      runs.append(run)
      if run.ending != nil { snapshot.executed.removeAll { $0.sequence == run.sequence } }
      snapshot.nextRun = max(snapshot.nextRun, run.id + 1)
    case .putProcess(let process):
      snapshot.processes.removeAll { $0.id == process.id }
      snapshot.processes.append(process)
      snapshot.processes.sort { $0.id < $1.id }
      snapshot.nextRun = max(snapshot.nextRun, process.id + 1)
    case .removeProcess(let id): snapshot.processes.removeAll { $0.id == id }
    case .zone(let seconds): snapshot.zoneSeconds = seconds
    case .override(let overrides): snapshot.overrides = overrides
    case .past: break
    case .putFailureCommand(let command):
      failureCommands.removeAll { $0.number == command.number }
      failureCommands.append(command)
    case .removeFailureCommand(let number): failureCommands.removeAll { $0.number == number }
    case .learn(let learned):
      snapshot.learned.removeAll { $0.name == learned.name }
      snapshot.learned.append(learned)
      snapshot.learned.sort { $0.name < $1.name }
    case .device(let values, let state, let at):
      snapshot.device = state
      events.insert(contentsOf: values.reversed().map { DeviceEvent(at: at, value: $0) }, at: 0)
    }
  }
}

extension RandomModel {
  /// Returns changes that a scheduler could make to `contents`.
  mutating func changes(on contents: ExpectedContents) -> [Change] {
    var sequence = contents.snapshot.nextSequence
    var run = contents.snapshot.nextRun
    var device = contents.snapshot.device
    return list(8) { random in
      switch random.below(15) {
      case 0, 1:
        sequence += Int64(random.below(3))
        defer { sequence += 1 }
        return .putRequest(random.request(sequence: sequence))
      case 2: return .removeRequest(random.requestKey())
      case 3: return .putApp(random.app())
      case 4: return .removeApp(random.appKey())
      case 7: return .zone(secondsFromUTC: random.below(100_000) - 50_000)
      case 8: return .learn(random.learned())
      case 10: return .keepExecuted(random.request(sequence: Int64(1 + random.below(1000))))
      case 9: return .override(random.hold())
      case 11:
        defer { run += 1 }
        return .putProcess(random.process(id: run))
      case 12: return .removeProcess(RunID(random.below(100)))
      case 13: return .putFailureCommand(random.failureCommand())
      case 14: return .removeFailureCommand(Int64(1 + random.below(10)))
      case 5:
        run += Int64(random.below(3))
        defer { run += 1 }
        return .putRun(random.run(id: run))
      default:
        let values = random.list(3) { $0.deviceValue() }
        for value in values { device.apply(value) }
        return .device(values, device, at: random.moment())
      }
    }
  }

  /// Changes of rows that are there already: a request in place, a run that moves on.
  mutating func updates(of contents: ExpectedContents) -> [Change] {
    var changes: [Change] = []
    for var request in contents.snapshot.requests where flag() {
      let other = self.request(sequence: request.sequence)
      let key = request.key
      request = other
      request.key = key
      changes.append(.putRequest(request))
    }
    for var run in contents.snapshot.liveRuns where flag() {
      enter(phase(), &run)
      changes.append(.putRun(run))
    }
    return changes
  }
}
