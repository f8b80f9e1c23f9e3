import Glibc
import JSON
import Launch
import Scheduling

extension LaunchOrder {
  /// Makes the order for `run`, which runs as the owner of its request. The variables of the daemon replace equally
  /// named ones of the command. Only the daemon limits its time, so `longestSeconds` is not set: systemd also counts
  /// time in which a pause or a gate freezes the run.
  ///
  /// - Parameters:
  ///   - socket: The socket of this daemon, for the command.
  ///   - notifier: The program that shows notifications.
  init(_ run: Run, _ request: Request, socket: String, notifier: String) {
    let command = request.terms.command
    self.init(
      .run(run.id), uid: changedUser(run.key.owner),
      arguments: command.arguments(ofStep: run.step), directory: command.directory,
      environment: command.environment.merging(
        Self.variables(run, request, socket: socket)
      ) { $1 }, umask: command.umask,
      budgetSeconds: run.budget.seconds, graceSeconds: run.grace.seconds)
    step = run.step
    signal = run.signal
    identifier = run.key.id
    unit = command.unit
    limits = request.terms.run.limits
    if let terms = run.task?.notification { show(terms, of: run, program: notifier) }
  }

  /// Makes the order show a notification. Its text is only in the environment, since other users can read arguments.
  private mutating func show(_ terms: NotificationTerms, of run: Run, program: String) {
    arguments = [program]
    if let app = run.key.app {
      environment["RUBATO_NOTIFICATION_APP"] = app
      let name = String(run.key.id.dropFirst(TaskClass.notificationPrefix.count))
      environment["RUBATO_NOTIFICATION_ID"] = name
      environment["RUBATO_NOTIFICATION_CONTENT"] = terms.content(named: name)
    }
    environment["RUBATO_NOTIFICATION_TITLE"] = terms.title
    environment["RUBATO_NOTIFICATION_SUBTITLE"] = terms.subtitle
    environment["RUBATO_NOTIFICATION_BODY"] = terms.body
    // A shorter lateness is not worth a text.
    if let late = run.lateness, late >= .minutes(1) {
      let lateInWholeSeconds = Duration.seconds(Int64(bounded: late.seconds))
      environment["RUBATO_NOTIFICATION_LATE"] = lateInWholeSeconds.notation
    }
    inheritSessionBus()
  }

  /// Passes the address of the session bus on to a program that runs as the daemon's user (`uid` is `nil`). A daemon
  /// that a user runs has this address in its own environment.
  private mutating func inheritSessionBus() {
    if uid == nil, let address = getenv("DBUS_SESSION_BUS_ADDRESS") {
      environment["DBUS_SESSION_BUS_ADDRESS"] = String(cString: address)
    }
  }

  /// Makes the order that shows a notification to the owner of a request. Its text is only in the environment, since
  /// other users can read arguments.
  init(notice number: Int64, _ notice: OwnerNotice, program: String, socket: String) {
    let limit = OwnerNotices.limit
    // The launcher runs notifications like failure commands, and both are numbered together.
    self.init(
      .failureCommand(number), uid: changedUser(notice.key.owner), arguments: [program],
      environment: [
        "RUBATO_SOCKET": socket, "RUBATO_NOTIFICATION_TITLE": notice.title,
        "RUBATO_NOTIFICATION_BODY": notice.body, "RUBATO_NOTIFICATION_REQUEST": notice.key.id,
        "RUBATO_NOTIFICATION_REMEDY": notice.remedy.rawValue,
      ], budgetSeconds: limit.seconds, graceSeconds: 0)
    identifier = notice.key.id
    longestSeconds = (limit + Self.slack).seconds
    inheritSessionBus()
  }

  /// Makes the order for the condition of `request`: as its owner, with the directory, the variables and the limits of
  /// its command. After `longestSeconds`, the condition ends even if no daemon is running.
  init(_ check: ConditionTrial, of request: Request, socket: String) {
    let command = request.terms.command
    self.init(
      .check(check.id), uid: changedUser(check.key.owner),
      arguments: ["/bin/sh", "-c", check.condition], directory: command.directory,
      environment: command.environment.merging(Self.variables(request, socket: socket)) { $1 },
      umask: command.umask, budgetSeconds: check.time.seconds, graceSeconds: 0)
    identifier = check.key.id
    limits = request.terms.run.limits
    longestSeconds = (check.time + Self.slack).seconds
    // A request that starts a unit has no variables.
    if environment["PATH"] == nil { environment["PATH"] = Self.usualPath }
  }

  /// Makes the order for a failure command: as the owner of its request, with the variables of the request's own
  /// command. It runs in `/`, since a missing directory may be the cause of the failure.
  ///
  /// - Parameter output: The last output lines of the failed run.
  init(
    failureCommand number: Int64, _ command: FailureCommand, output: String, socket: String
  ) {
    var environment = command.environment.merging(command.variables) { $1 }
    environment["RUBATO_FAILED_OUTPUT"] = output
    environment["RUBATO_SOCKET"] = socket
    // A request that starts a unit has no variables.
    if environment["PATH"] == nil { environment["PATH"] = Self.usualPath }
    let limit = FailureCommands.limit
    self.init(
      .failureCommand(number), uid: changedUser(command.key.owner),
      arguments: ["/bin/sh", "-c", command.line],
      environment: environment, umask: command.umask, budgetSeconds: limit.seconds,
      graceSeconds: 0)
    identifier = command.key.id
    longestSeconds = (limit + Self.slack).seconds
  }

  /// Makes the order for the process of an app; `nil` if the app is not installed.
  ///
  /// - Parameters:
  ///   - token: The token that the process shows when it attaches.
  ///   - longest: Longest lifetime of the process.
  ///   - isSimulated: Whether the daemon's clock is simulated; the process then uses it.
  init?(
    _ process: AppProcess, _ app: App, socket: String, token: String, longest: Duration,
    isSimulated: Bool
  ) {
    guard let program = app.installation?.program else { return nil }
    var environment = program.environment
    environment["RUBATO_SOCKET"] = socket
    environment["RUBATO_APP"] = app.key.id
    environment["RUBATO_TOKEN"] = token
    if isSimulated { environment["RUBATO_VIRTUAL_CLOCK"] = "1" }
    self.init(
      .run(process.id), uid: changedUser(app.key.owner),
      arguments: program.arguments, directory: program.directory, environment: environment,
      umask: program.umask, graceSeconds: 0)
    identifier = app.key.id
    longestSeconds = longest.seconds
  }

  /// Makes the order for the process that watches the paths of `owner`.
  init(observer number: Int64, of owner: UInt32, program: String, socket: String) {
    self.init(
      .observer(number), uid: changedUser(owner), arguments: [program],
      environment: ["RUBATO_SOCKET": socket], graceSeconds: 0)
    identifier = "rubato-observe"
  }

  /// The PATH for conditions and failure commands of units, which have no environment of their own: systemd's default
  /// (systemd.exec(5)).
  private static let usualPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

  /// Time added to a limit. A live daemon ends the command long before it.
  private static let slack = Duration.minutes(2)

  /// Returns the variables of the command of `run`, in addition to the launcher's: those of its request, and the name
  /// of its step.
  private static func variables(
    _ run: Run, _ request: Request, socket: String
  ) -> [String: String] {
    var variables = variables(request, socket: socket)
    if let name = run.stepName { variables["RUBATO_STEP_NAME"] = name }
    return variables
  }

  /// Returns the variables of all commands of `request`: the daemon's socket, and the data of the checkpoint if there
  /// is any. Data that is too long for a variable, which would prevent the start, is read only with `GetCheckpoint`.
  private static func variables(_ request: Request, socket: String) -> [String: String] {
    var variables = ["RUBATO_SOCKET": socket]
    let name = "RUBATO_CHECKPOINT"
    let longest = Command.longestString - name.utf8.count - "=".utf8.count
    if let data = request.progress.checkpoint.data, data.utf8.count <= longest {
      variables[name] = data
    }
    return variables
  }
}

extension FailureCommand {
  /// The variables of the failure command, apart from the output. Variables that do not apply are empty.
  fileprivate var variables: [String: String] {
    // Without an ended run, the report is about a missed latest date.
    let outcomeWithoutRun = missed == nil ? "" : "overdue"
    return [
      "RUBATO_FAILED_ID": key.id,
      "RUBATO_FAILED_APP": key.app ?? "",
      "RUBATO_FAILED_RUN": (end?.run ?? lastRun).map { String($0) } ?? "",
      "RUBATO_FAILED_OUTCOME": end?.outcome.rawValue ?? outcomeWithoutRun,
      "RUBATO_FAILED_EXIT": end?.exit.map { String($0) } ?? "",
      "RUBATO_FAILED_SIGNAL": end?.signal.map { String($0) } ?? "",
      "RUBATO_FAILED_ATTEMPTS": String(attempts),
      "RUBATO_FAILED_FINAL": isFinal ? "yes" : "no",
      "RUBATO_FAILED_MESSAGE": PlainText.line(of: (message ?? "").utf8),
      "RUBATO_FAILED_LATEST": missed?.text ?? "",
    ]
  }
}

extension NotificationTerms {
  /// Returns the content of the notification as JSON, for the app that handles the click.
  fileprivate func content(named name: String) -> String {
    var json = JSONWriter()
    json.beginObject()
    json.member("identifier", name)
    json.member("title", title)
    json.member("subtitle", subtitle)
    json.member("body", body)
    json.member("payload", payload)
    json.member("due", due.text)
    json.endObject()
    return String(decoding: json.bytes, as: UTF8.self)
  }
}

extension Snapshot {
  /// The commands and the processes of apps that an earlier daemon started, so that the launcher finds them again.
  var recoverableRuns: [RecoverableRun] {
    // A run executes its request as it was at its start: a unit or a command, also if it was replaced since.
    let commands = liveRuns.filter { !$0.isTask }.map { run in
      RecoverableRun(
        run: run.id, step: run.step, uid: changedUser(run.key.owner),
        unit: request(executedBy: run)?.terms.command.unit)
    }
    // A waiting process has not been started yet.
    let launchedProcesses = processes.filter { !$0.isUsers && $0.state != .waiting }
    return commands
      + launchedProcesses.map { RecoverableRun(run: $0.id, uid: changedUser($0.app.owner)) }
  }
}

/// Returns the user that a launcher must switch to; `nil` if it is the daemon's own.
private func changedUser(_ owner: UInt32) -> UInt32? { owner == geteuid() ? nil : owner }
