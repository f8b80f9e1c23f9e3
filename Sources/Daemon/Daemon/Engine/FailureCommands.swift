import Descriptors
import Launch
import Logging
import Scheduling
import Stepping

/// The commands that requests run for failures and missed latest dates: running ones, and those that wait for
/// others of the same user. They are no runs: they have no quotas or retries, no records after their start, and their
/// own failures are not reported. Used on the engine's loop only.
struct FailureCommands {
  /// Time limit of each command.
  static let limit = Duration.seconds(60)
  /// Maximum number of running commands of a user, and of waiting ones.
  private static let mostRunning = 4
  private static let mostWaiting = 1000
  /// Maximum number of daemons that find a command in the store and run it.
  static let mostRestarts = 5

  /// A launched command, and the number of its process.
  struct Start {
    let number: Int64
    let command: FailureCommand
  }

  /// A command that was ordered from the launcher and has not ended.
  private struct Running {
    let command: FailureCommand
    /// Whether the launcher has reported that it was started.
    var isStarted = false
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

  private var waiting: [FailureCommand] = []
  private var running: [Int64: Running] = [:]
  private var nextNumber: Int64 = 1
  /// The last failure of each command and unit of a request, oldest first.
  private(set) var troubles: [Trouble] = []
  /// Maximum number of reported failures.
  private static let mostTroubles = 20

  /// Queues a failure command. Returns `false` and queues nothing if too many commands of the same user are waiting.
  mutating func add(_ command: FailureCommand) -> Bool {
    let owner = command.key.owner
    guard waiting.count(where: { $0.key.owner == owner }) < Self.mostWaiting else { return false }
    waiting.append(command)
    return true
  }

  /// Moves the next waiting command whose user is below the limit of running commands to the running ones, and returns
  /// it; `nil` if there is none.
  mutating func startNext() -> Start? {
    let next = waiting.firstIndex { command in
      running.values.count { $0.command.key.owner == command.key.owner } < Self.mostRunning
    }
    guard let next else { return nil }
    let command = waiting.remove(at: next)
    let number = makeNumber()
    running[number] = Running(command: command)
    return Start(number: number, command: command)
  }

  /// Records that a command was started. Returns the command; `nil` if the number is unknown.
  mutating func noteStart(_ number: Int64) -> FailureCommand? {
    running[number]?.isStarted = true
    return running[number]?.command
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

  /// The commands that were started and have not ended.
  var started: [FailureCommand] { ordered.filter(\.isStarted).map(\.command) }

  /// The commands that were not started, or whose start was not reported yet.
  var unstarted: [FailureCommand] { ordered.filter { !$0.isStarted }.map(\.command) + waiting }

  /// The running commands in the order of their launches.
  private var ordered: [Running] { running.sorted { $0.key < $1.key }.map(\.value) }

  /// Removes an ended command, and returns it; `nil` if the number is unknown.
  mutating func removeEnded(_ number: Int64) -> FailureCommand? {
    running.removeValue(forKey: number)?.command
  }

  /// Records the result of a request's last failure command, until its next one ends or the daemon ends.
  ///
  /// - Parameter why: The reason of the failure; `nil` if the command exited with 0.
  mutating func recordResult(_ ended: FailureCommand, _ why: String?) {
    record(why, ended.key, ended.line, isUnit: false)
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
  /// Queues a failure command, and starts it if its user is below the limit. Drops it with a log line, also from the
  /// store, if too many are queued.
  func runFailureCommand(_ command: FailureCommand) {
    if !programs.failures.add(command) {
      logger.error(
        "Too many failure commands are waiting; none is run for \(command.key.id)",
        metadata: .of(command.key))
      stepper.removeFailureCommand(command.number)
    }
    startFailureCommands()
  }

  /// Runs a failure command that an earlier daemon did not start, whether or not its request still exists: the failure
  /// was final, or the request asked for a report of each. Drops it with a log line after too many starts of the
  /// daemon, which the command itself may have ended.
  func runStored(_ command: FailureCommand) {
    guard command.restarts > FailureCommands.mostRestarts else {
      if let unit = command.unit { return startFailureUnit(unit, for: command) }
      return runFailureCommand(command)
    }
    logger.error(
      """
      The failure command of \(command.key.id) is dropped, because \
      \(FailureCommands.mostRestarts) starts of rubatod did not start it
      """,
      metadata: .of(command.key))
    stepper.removeFailureCommand(command.number)
  }

  /// Removes a failure command from the store, since it was started: the next daemon does not run it again.
  func noteStart(ofFailureCommand number: Int64) {
    guard let command = programs.failures.noteStart(number) else { return }
    stepper.removeFailureCommand(command.number)
  }

  /// Starts the unit that a request names for failures. If systemd does not start the unit, logs a warning, and records
  /// the failure for the status. In both cases, removes the start from the store.
  func startFailureUnit(_ name: String, for command: FailureCommand) {
    let key = command.key
    programs.launcher.startUnit(name) { [weak self] error in
      guard let self else { return }
      act { $0.stepper.removeFailureCommand(command.number) }
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
  /// called if the command could not be started, which is not tried again. A command that has ended without a start,
  /// such as one that waited for systemd for too long, stays in the store for the next daemon.
  func noteEnd(ofFailureCommand number: Int64, _ processExit: ProcessExit) {
    if processExit.launchFailure != nil { noteStart(ofFailureCommand: number) }
    guard let ended = programs.failures.removeEnded(number) else { return }
    let key = ended.key
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
          failureCommand: number, start.command, output: lastOutput(for: start.command),
          socket: programs.socket))
      loop.after(FailureCommands.limit) { [weak self] in
        guard let self, programs.failures.isRunning(number) else { return }
        programs.launcher.kill(.failureCommand(number))
      }
    }
  }

  /// Logs each failure command that the stop of the daemon ends, or leaves to the next daemon.
  func logUnfinishedFailureCommands() {
    let ended = programs.launcher.outlivesDaemon ? [] : programs.failures.started
    for command in ended {
      logger.notice(
        "The failure command of \(command.key.id) is ended, because rubatod stops",
        metadata: .of(command.key))
    }
    for command in programs.failures.unstarted {
      logger.notice(
        "The failure command of \(command.key.id) is run when rubatod starts again",
        metadata: .of(command.key))
    }
  }

  /// Returns the last output lines of the run that `command` reports; an empty text if there are none.
  private func lastOutput(for command: FailureCommand) -> String {
    // Half of the limit of one variable, and far more than a mail needs.
    guard let run = command.lastRun,
      let output = newestOutput(of: .run(run), limitBytes: 8192)
    else { return "" }
    return PlainText.lastLines(of: output.bytes, isWhole: output.isWhole)
      .joined(separator: "\n")
  }
}
