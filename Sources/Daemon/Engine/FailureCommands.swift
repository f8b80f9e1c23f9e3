import Dispatch
import Launch
import Logging
import Scheduling

/// The commands that requests name for their failures: what runs of them, and what waits for others of its user to
/// end. They are no runs: outside of all quotas, not retried, recorded nowhere, and nobody is told of their own
/// failures. Used on the engine's queue only.
struct FailureCommands {
  /// How long each may take.
  static let limit = Duration.seconds(60)
  /// How many of one user run at once, and how many more may wait.
  private static let atOnce = 4
  private static let mostWaiting = 1000

  /// A command that is launched.
  struct Start {
    let run: RunID
    let report: FailureReport
    let request: Request
  }

  private var waiting: [(report: FailureReport, request: Request)] = []
  private var running: [RunID: RequestKey] = [:]
  private var nextRun = FailureReport.firstCommand
  /// Those that have failed themselves, of each request the last, oldest first.
  private(set) var troubles: [(key: RequestKey, why: String)] = []
  /// So many are told.
  private static let mostTroubles = 20

  /// Returns whether there was room for it.
  mutating func add(_ report: FailureReport, _ request: Request) -> Bool {
    let owner = request.key.owner
    guard waiting.count(where: { $0.request.key.owner == owner }) < Self.mostWaiting else {
      return false
    }
    waiting.append((report, request))
    return true
  }

  /// The next that may begin, which counts as running from now on; nil where there is none.
  mutating func begin() -> Start? {
    let next = waiting.firstIndex { entry in
      running.values.count { $0.owner == entry.request.key.owner } < Self.atOnce
    }
    guard let next else { return nil }
    let (report, request) = waiting.remove(at: next)
    defer { nextRun += 1 }
    running[nextRun] = request.key
    return Start(run: nextRun, report: report, request: request)
  }

  /// Whether it has not ended.
  func isRunning(_ run: RunID) -> Bool { running[run] != nil }

  /// Takes the end of one; returns of whose request it told.
  mutating func end(_ run: RunID) -> RequestKey? { running.removeValue(forKey: run) }

  /// Keeps how the last command for failures of `key` came out, until the next does, or the daemon ends.
  ///
  /// - Parameter why: Nil where it has exited with 0.
  mutating func note(_ key: RequestKey, _ why: String?) {
    troubles.removeAll { $0.key == key }
    guard let why else { return }
    troubles = (troubles + [(key, why)]).suffix(Self.mostTroubles)
  }
}

extension Engine {
  func tell(_ report: FailureReport, of request: Request) {
    if !failures.add(report, request) {
      logger.error(
        "Too many commands for failures wait; none is run for \(request.key.id)",
        metadata: .of(report.run))
    }
    startFailureCommands()
  }

  /// The command for a failure has ended, or could not be started.
  func noteEnd(ofFailureCommand run: RunID, _ finish: ProcessExit) {
    guard let key = failures.end(run) else { return }
    failures.note(key, nil)
    if finish.exit != 0 {
      let why =
        finish.launchFailure ?? finish.signal.map { "signal \($0)" } ?? "exit \(finish.exit ?? -1)"
      let words = finish.lastWords.map { ": \($0)" } ?? ""
      logger.warning(
        "The command for failures of \(key.id) has failed itself: \(why)\(words)",
        metadata: .of(key))
      failures.note(key, why + words)
    }
    startFailureCommands()
  }

  /// What to say of those of requests in `scope`, as long as a request is queued or its failure is not acknowledged.
  func failureWarnings(_ scope: Scope) -> [String] {
    let failed = Set(core.failedRequests.map(\.key))
    return failures.troubles.filter { key, _ in
      scope.sees(key) && (failed.contains(key) || core.request(key) != nil)
    }.map { key, why in
      "the command for failures of \(key.id) has failed itself: \(why)"
    }
  }

  private func startFailureCommands() {
    while let start = failures.begin() {
      let run = start.run
      launch(
        LaunchOrder(
          failureCommand: run, start.report, start.request, output: lastOutput(of: start.report),
          socket: socket))
      let limit = DispatchTimeInterval.nanoseconds(Int(FailureCommands.limit.nanoseconds))
      queue.asyncAfter(deadline: .now() + limit) { [weak self] in
        guard let self, failures.isRunning(run) else { return }
        launcher.kill(run: run)
      }
    }
  }

  /// The last lines that a failed run has written; empty where there are none.
  private func lastOutput(of report: FailureReport) -> String {
    // Half of what one variable may hold is far more than a mail needs.
    let output = try? output(of: report.lastRun, from: nil, limitBytes: 8192)
    guard let output else { return "" }
    return PlainText.lastLines(of: output.bytes, isWhole: output.start == 0)
      .joined(separator: "\n")
  }
}
