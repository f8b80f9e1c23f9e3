import Scheduling
import Stepping

/// Prints what happens, one line per event, for a person who replays a seed. It finds no violations.
final class EventPrinter: Checker {
  private let say: (String) -> Void

  init(_ say: @escaping (String) -> Void) {
    self.say = say
  }

  private func say(_ life: Life, _ sentence: String) {
    say("\(UniversalTime.text(life.now.wall))  \(sentence)")
  }

  func takes(_ event: Event, in life: Life) {
    if case .time = event { return }
    say(life, "takes \(event.told)")
  }

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    say(life, "commits \(changes.compactMap(\.told).joined(separator: ", "))")
  }

  func failsToCommit(in life: Life) { say(life, "cannot commit") }

  func launches(_ run: Run, _ request: Request, in life: Life) { say(life, "launches \(run.told)") }

  func launches(_ process: AppProcess, in life: Life) {
    say(life, "launches process \(process.id) of \(process.app.id)")
  }

  func delivers(_ run: Run, in life: Life) {
    say(life, "hands \(run.told) to process \(run.process ?? 0)")
  }

  func signals(_ run: Run, _ number: Int32, to command: SimulatedCommand, in life: Life) {
    say(life, "sends signal \(number) to \(run.told)")
  }

  func kills(_ run: Run, _ command: SimulatedCommand, in life: Life) {
    say(life, "kills \(run.told)")
  }

  func answers(_ number: Int, _ answer: Answer, to event: Event?, in life: Life) {
    say(life, "answers \(answer.told)")
  }

  func starts(_ snapshot: Snapshot, _ found: [RunID: FoundRun], in life: Life) {
    let runs = snapshot.liveRuns.map { run in "\(run.told): \(found[run.id]?.told ?? "gone")" }
    say(life, "starts with [\(runs.joined(separator: ", "))]")
  }

  func dies(in life: Life) { say(life, "dies") }
  func reboots(in life: Life) { say(life, "reboots") }
  func setsClock(in life: Life) { say(life, "the clock is set") }
}

extension Run {
  fileprivate var told: String {
    "run \(id) of \(key.told)\(step > 0 ? ", step \(step + 1)" : "") (\(phase.told))"
  }
}

extension Run.Phase {
  fileprivate var told: String {
    switch self {
    case .launching: "launching"
    case .running: "running"
    case .deferring(let reason): "deferring for \(reason.full)"
    case .frozen(let reason, _): "frozen for \(reason.full)"
    case .expiring(let reason, _): "told to stop for \(reason.full)"
    case .killed(let reason): "killed for \(reason.full)"
    case .ended(let ending): "ended, \(ending.outcome.rawValue)"
    }
  }
}

extension FoundRun {
  fileprivate var told: String {
    switch self {
    case .alive: "alive"
    case .ending: "ending"
    case .ended: "ended"
    }
  }
}

extension Answer {
  fileprivate var told: String {
    switch self {
    case .accepted(let acceptance): "accepted \(acceptance.request.key.id)"
    case .refused(let refusal): "refused: \(refusal.message)"
    case .submitted(let outcomes): "\(outcomes.count { (try? $0.get()) != nil }) accepted"
    case .started(let run): "started run \(run)"
    case .attached(let process): "attached as process \(process.id)"
    case .acknowledged(let count): "\(count) acknowledged"
    case .done(let run, _): run.map { "done, stopping run \($0)" } ?? "done"
    }
  }
}

extension RequestKey {
  /// Its owner, its app if it has one, and its identifier.
  fileprivate var told: String { "\(owner)/\(app.map { "\($0)/" } ?? "")\(id)" }
}

extension Request {
  fileprivate var told: String {
    let latest = window.latest.map { " until \(UniversalTime.text($0))" } ?? ""
    let missed = progress.missed.map { ", missed \(UniversalTime.text($0.since))" } ?? ""
    return "request \(key.told)\(latest)\(missed)"
  }
}

extension Change {
  fileprivate var told: String? {
    switch self {
    case .putRequest(let request): request.told
    case .removeRequest(let key): "no \(key.id)"
    case .keepExecuted(let request): "what runs of \(request.key.id)"
    case .putApp, .device, .learn, .past: nil
    case .removeApp(let key): "no app \(key.id)"
    case .putRun(let run): run.told
    case .putProcess(let process): "process \(process.id) (\(process.state))"
    case .removeProcess(let id): "no process \(id)"
    case .putFailureCommand(let command): "failure command \(command.number) of \(command.key.id)"
    case .removeFailureCommand(let number): "no failure command \(number)"
    case .override: "a hold"
    case .zone(let seconds): "zone \(seconds)"
    }
  }
}

extension Event {
  /// A short description of the event; submissions and apps are not printed in full.
  var told: String {
    switch self {
    case .submit(let submission, _):
      "submit \(submission.id ?? "?") of \(submission.app ?? "nobody"), \(submission.terms.namedKind?.rawValue ?? "processing")"
        + ", every \(submission.terms.every.map { "\($0)" } ?? "-"), on \(submission.terms.calendar.map(\.text)), steps \(submission.terms.command.steps.count)"
        + ", requires \(submission.terms.requires.rawValue)"
    case .submitAll(let batch, _):
      "submit \(batch.submissions.compactMap(\.id)) of \(batch.owner)\(batch.isAtomic ? ", all or none" : "")"
    case .registerApp(let app, _): "register app \(app.key.id)"
    case .app(let key, let event, _): "app \(key.id) \(event)"
    case .runEnded(let run, let finish):
      "run \(run) ended: exit \(finish.exit.map { "\($0)" } ?? "-"), signal \(finish.signal.map { "\($0)" } ?? "-")"
        + (finish.launchFailure.map { ", \($0)" } ?? "")
        + (finish.isUnexplained ? ", unexplained" : "")
    case .device(let values, _): "the device: \(values.told)"
    case .measured(let values, let isFullPoll):
      isFullPoll ? "a look at the machine" : "the machine: \(values.map(\.value).told)"
    default: "\(self)"
    }
  }
}

extension [DeviceValue] {
  fileprivate var told: String { map(\.assignment).joined(separator: " ") }
}
