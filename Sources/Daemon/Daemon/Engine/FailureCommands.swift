import Descriptors
import Launch
import Logging
import Scheduling

/// The commands that requests run for failures and missed latest dates: running ones, and those that wait for
/// others of the same user. They are no runs: they have no quotas, retries or records, and their own failures are
/// not reported. Used on the engine's loop only.
struct FailureCommands {
  /// Time limit of each command.
  static let limit = Duration.seconds(60)
  /// Maximum number of running commands of a user, and of waiting ones.
  private static let mostRunning = 4
  private static let mostWaiting = 1000

  /// A launched command.
  struct Start {
    let number: Int64
    let report: FailureReport
    let request: Request
  }

  /// A request, and the command that reports on it.
  struct Running {
    let request: Request
    let command: String?
  }

  /// The failure of a command, or of the start of a unit.
  struct Trouble {
    let key: RequestKey
    /// The command that ran, or the unit.
    let command: String?
    let isUnit: Bool
    let why: String

    /// The sentence for the user, without a full stop.
    var text: String {
      isUnit
        ? "the service \(command ?? "") for failures of \(key.id) was not started: \(why)"
        : "the failure command of \(key.id) failed: \(why)"
    }
  }

  private var waiting: [(report: FailureReport, request: Request)] = []
  private var running: [Int64: Running] = [:]
  private var nextNumber: Int64 = 1
  /// The last failure of each command and unit of a request, oldest first.
  private(set) var troubles: [Trouble] = []
  /// Maximum number of reported failures.
  private static let mostTroubles = 20

  /// Queues the failure command of `request`. Returns `false` and queues nothing if too many commands of the same user
  /// are waiting.
  mutating func add(_ report: FailureReport, _ request: Request) -> Bool {
    let owner = request.key.owner
    guard waiting.count(where: { $0.request.key.owner == owner }) < Self.mostWaiting else {
      return false
    }
    waiting.append((report, request))
    return true
  }

  /// Moves the next waiting command whose user is below the limit of running commands to the running ones, and returns
  /// it; `nil` if there is none.
  mutating func startNext() -> Start? {
    let next = waiting.firstIndex { entry in
      running.values.count { $0.request.key.owner == entry.request.key.owner } < Self.mostRunning
    }
    guard let next else { return nil }
    let (report, request) = waiting.remove(at: next)
    let number = makeNumber()
    running[number] = Running(request: request, command: report.command)
    return Start(number: number, report: report, request: request)
  }

  /// Returns a new number, also for notifications, which the launcher runs like failure commands.
  mutating func makeNumber() -> Int64 {
    defer { nextNumber += 1 }
    return nextNumber
  }

  /// Whether the command has not ended.
  func isRunning(_ number: Int64) -> Bool { running[number] != nil }

  /// Whether no command is running or waiting.
  var isEmpty: Bool { running.isEmpty && waiting.isEmpty }

  /// Returns the requests of the commands that a stop of the daemon drops: of the waiting ones, and of the running ones
  /// unless they outlive the daemon.
  func dropped(runningOutlive: Bool) -> [RequestKey] {
    let ended = runningOutlive ? [] : running.sorted { $0.key < $1.key }.map(\.value.request.key)
    return ended + waiting.map(\.request.key)
  }

  /// Removes an ended command. Returns the command with its request; `nil` if the number is unknown.
  mutating func removeEnded(_ number: Int64) -> Running? { running.removeValue(forKey: number) }

  /// Records the result of a request's last failure command, until its next one ends or the daemon ends.
  ///
  /// - Parameter why: The reason of the failure; `nil` if the command exited with 0.
  mutating func recordResult(_ ended: Running, _ why: String?) {
    record(why, ended.request.key, ended.command, isUnit: false)
  }

  /// Records the result of the start of a request's unit for failures, until its next start or the end of the daemon.
  ///
  /// - Parameter why: The reason why the unit was not started; `nil` if it was.
  mutating func recordStart(ofUnit name: String, for key: RequestKey, _ why: String?) {
    record(why, key, name, isUnit: true)
  }

  /// Records the result of a command or unit in place of its last one.
  private mutating func record(
    _ why: String?, _ key: RequestKey, _ command: String?, isUnit: Bool
  ) {
    troubles.removeAll { $0.key == key && $0.command == command && $0.isUnit == isUnit }
    guard let why else { return }
    let trouble = Trouble(key: key, command: command, isUnit: isUnit, why: why)
    troubles = (troubles + [trouble]).suffix(Self.mostTroubles)
  }

  /// Returns the failed failure commands that are still worth a warning. The failure of the request must be neither
  /// acknowledged nor resolved, and the request must still name the same command.
  ///
  /// - Parameters:
  ///   - findRequest: Returns the request, if it has failed and is queued again, is overdue, or has failed permanently.
  ///   - commands: Returns the current failure commands of a request, and its unit for failures.
  func unresolvedTroubles(
    request findRequest: (RequestKey) -> Request?, commandsOf commands: (Request) -> [String?]
  ) -> [Trouble] {
    troubles.filter { trouble in
      guard let request = findRequest(trouble.key) else { return false }
      let isOverdue = request.progress.missed.map { !$0.isAcknowledged } ?? false
      let hasFailed = request.progress.failures > 0 || request.progress.gaveUp != nil || isOverdue
      return hasFailed && commands(request).contains(trouble.command)
    }
  }
}

extension Engine {
  /// Queues a failure command, and starts it if its user is below the limit. Drops it with a log line if too many are
  /// queued.
  func runFailureCommand(_ report: FailureReport, of request: Request) {
    if !programs.failures.add(report, request) {
      logger.error(
        "Too many failure commands are waiting; none is run for \(request.key.id)",
        metadata: .of(report.key))
    }
    startFailureCommands()
  }

  /// Starts the unit that a request names for failures. If systemd does not start the unit, logs a warning, and records
  /// the failure for the status.
  func startFailureUnit(_ name: String, for report: FailureReport) {
    let key = report.key
    programs.launcher.startUnit(name) { [weak self] error in
      guard let self else { return }
      let why = error.map { "\($0)".withoutFullStop }
      if let why {
        logger.warning(
          "The service \(name) for failures of \(key.id) was not started: \(why)",
          metadata: .of(key))
      }
      programs.failures.recordStart(ofUnit: name, for: key, why)
    }
  }

  /// Records the result of the ended failure command with this number, logs a failure, and starts queued commands. Also
  /// called if the command could not be started.
  func noteEnd(ofFailureCommand number: Int64, _ processExit: ProcessExit) {
    guard let ended = programs.failures.removeEnded(number) else { return }
    let key = ended.request.key
    // The reason of the failure; `nil` if the command succeeded.
    var failure: String?
    if processExit.exit != 0 {
      let why =
        processExit.launchFailure ?? processExit.signal.map { "signal \($0)" }
        ?? "exit \(processExit.exit ?? -1)"
      let words = processExit.lastWords.map { ": \($0)" } ?? ""
      logger.warning(
        "The failure command of \(key.id) failed: \(why)\(words)",
        metadata: .of(key))
      failure = why + words
    }
    programs.failures.recordResult(ended, failure)
    startFailureCommands()
  }

  /// Returns one warning for each request in `scope` whose failure command has failed and whose own failure still
  /// matters.
  func failureWarnings(_ scope: Scope) -> [String] {
    programs.failures.unresolvedTroubles(
      request: { core.request($0) ?? core.failedRequest($0) }, commandsOf: core.failureCommands
    )
    .filter { scope.sees($0.key) }
    .map(\.text)
  }

  /// Starts the queued failure commands of all users below the limit. Each is killed if it is still running after
  /// `FailureCommands.limit`.
  private func startFailureCommands() {
    while let start = programs.failures.startNext() {
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

  /// Logs each failure command that the stop of the daemon drops.
  func logDroppedFailureCommands() {
    let dropped = programs.failures.dropped(runningOutlive: programs.launcher.outlivesDaemon)
    for key in dropped {
      logger.notice(
        "The failure command of \(key.id) is dropped, because rubatod stops", metadata: .of(key))
    }
  }

  /// Returns the last output lines of the run that failed; an empty text if there are none.
  private func lastOutput(of report: FailureReport) -> String {
    // Half of the limit of one variable, and far more than a mail needs.
    guard let run = report.lastRun,
      let output = try? output(of: .run(run), from: nil, limitBytes: 8192)
    else { return "" }
    return PlainText.lastLines(of: output.bytes, isWhole: output.start == 0)
      .joined(separator: "\n")
  }
}
