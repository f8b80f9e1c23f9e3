import Descriptors
import Launch
import Logging
import Scheduling

/// The commands that requests have for their failures and missed latest dates: what runs of them, and what waits for others of its user to
/// end. They are no runs: outside of all quotas, not retried, recorded nowhere, and nobody is told of their own
/// failures. Used on the engine's loop only.
struct FailureCommands {
  /// How long each may take.
  static let limit = Duration.seconds(60)
  /// How many of one user run at once, and how many more may wait.
  private static let atOnce = 4
  private static let mostWaiting = 1000

  /// A command that is launched.
  struct Start {
    let number: Int64
    let report: FailureReport
    let request: Request
  }

  /// A request, and the command that reports something of it.
  struct Told {
    let request: Request
    let command: String?
  }

  /// How one has failed itself.
  struct Trouble {
    let key: RequestKey
    /// What was run.
    let command: String?
    let why: String
  }

  private var waiting: [(report: FailureReport, request: Request)] = []
  private var running: [Int64: Told] = [:]
  private var nextNumber: Int64 = 1
  /// Those that have failed themselves, of each request the last, oldest first.
  private(set) var troubles: [Trouble] = []
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
      running.values.count { $0.request.key.owner == entry.request.key.owner } < Self.atOnce
    }
    guard let next else { return nil }
    let (report, request) = waiting.remove(at: next)
    defer { nextNumber += 1 }
    running[nextNumber] = Told(request: request, command: report.command)
    return Start(number: nextNumber, report: report, request: request)
  }

  /// Whether it has not ended.
  func isRunning(_ number: Int64) -> Bool { running[number] != nil }

  /// Takes the end of one; returns of whose request it told.
  mutating func end(_ number: Int64) -> Told? { running.removeValue(forKey: number) }

  /// Keeps how the last command for failures of a request came out, until the next does, or the daemon ends.
  ///
  /// - Parameter why: Nil where it has exited with 0.
  mutating func note(_ told: Told, _ why: String?) {
    troubles.removeAll { $0.key == told.request.key }
    guard let why else { return }
    let trouble = Trouble(key: told.request.key, command: told.command, why: why)
    troubles = (troubles + [trouble]).suffix(Self.mostTroubles)
  }

  /// Those that somebody should know of still: of requests whose failure is neither acknowledged nor made good, and which
  /// name the same command for it.
  ///
  /// - Parameters:
  ///   - request: A request that has failed and is queued again, is overdue, or has failed for good.
  ///   - commands: The commands that a request has for its failures now.
  func open(
    _ request: (RequestKey) -> Request?, _ commands: (Request) -> [String?]
  ) -> [Trouble] {
    troubles.filter { trouble in
      guard let request = request(trouble.key) else { return false }
      let isOverdue = request.progress.missed.map { !$0.isAcknowledged } ?? false
      let hasFailed = request.progress.failures > 0 || request.progress.gaveUp != nil || isOverdue
      return hasFailed && commands(request).contains(trouble.command)
    }
  }
}

extension Engine {
  func tell(_ report: FailureReport, of request: Request) {
    if !programs.failures.add(report, request) {
      logger.error(
        "Too many commands for failures wait; none is run for \(request.key.id)",
        metadata: .of(report.key))
    }
    startFailureCommands()
  }

  /// The command for a failure has ended, or could not be started.
  func noteEnd(ofFailureCommand number: Int64, _ finish: ProcessExit) {
    guard let told = programs.failures.end(number) else { return }
    let key = told.request.key
    programs.failures.note(told, nil)
    if finish.exit != 0 {
      let why =
        finish.launchFailure ?? finish.signal.map { "signal \($0)" } ?? "exit \(finish.exit ?? -1)"
      let words = finish.lastWords.map { ": \($0)" } ?? ""
      logger.warning(
        "The command for failures of \(key.id) has failed itself: \(why)\(words)",
        metadata: .of(key))
      programs.failures.note(told, why + words)
    }
    startFailureCommands()
  }

  /// What to say of those of requests in `scope`.
  func failureWarnings(_ scope: Scope) -> [String] {
    programs.failures.open({ core.request($0) ?? core.failedRequest($0) }, core.failureCommands)
      .filter { scope.sees($0.key) }
      .map { "the command for failures of \($0.key.id) has failed itself: \($0.why)" }
  }

  private func startFailureCommands() {
    while let start = programs.failures.begin() {
      let number = start.number
      launch(
        LaunchOrder(
          failureCommand: number, start.report, start.request, output: lastOutput(of: start.report),
          socket: programs.socket))
      loop.after(FailureCommands.limit) { [weak self] in
        guard let self, programs.failures.isRunning(number) else { return }
        programs.launcher.kill(.failureCommand(number))
      }
    }
  }

  /// The last lines that a failed run has written; empty where there are none.
  private func lastOutput(of report: FailureReport) -> String {
    // Half of what one variable may hold is far more than a mail needs.
    guard let run = report.lastRun,
      let output = try? output(of: .run(run), from: nil, limitBytes: 8192)
    else { return "" }
    return PlainText.lastLines(of: output.bytes, isWhole: output.start == 0)
      .joined(separator: "\n")
  }
}
