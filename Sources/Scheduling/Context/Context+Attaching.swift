// What a process must be to be an app's, and what a task needs to be handed to one.
extension Context {
  /// The app that a process says it is.
  func app(of attachment: AppAttachment) throws(Refusal) -> App {
    if let id = attachment.process, let process = processes[id],
      process.app.owner == attachment.owner,
      let app = apps[process.app]
    {
      return app
    }
    if attachment.process != nil { throw .voidToken }
    if runs.isDraining { throw .stopping }
    if let id = attachment.app {
      guard let app = apps[AppKey(owner: attachment.owner, id: id)] else { throw .notInstalled(id) }
      if app.installation == nil { throw .notInstalled(id) }
      return app
    }
    let program = attachment.program ?? ""
    let installed = apps.all.first {
      $0.key.owner == attachment.owner && $0.installation?.program.arguments.first == program
    }
    guard let installed else { throw .notInstalled(program) }
    return installed
  }

  /// At most one process that users have started is an app's.
  func checkIsOnlyOne(_ attachment: AppAttachment, of app: App) throws(Refusal) {
    let other = processes.all.first {
      $0.app == app.key && $0.isUsers && $0.identity != attachment.identity
    }
    if let other { throw .attached(other) }
  }

  /// Only an app that is installed is handed tasks, and only while it may refresh.
  func checkTask(_ submission: Submission, of app: App?) throws(Refusal) {
    guard let app, app.installation != nil else {
      throw Refusal(
        field: "command.arguments", value: "",
        allowed: "the absolute path of a program, and its arguments; only an app that is installed"
          + " (`rubatoctl app install`) leaves them out")
    }
    guard submission.every == nil else {
      throw Refusal(
        field: "every", value: submission.every?.notation ?? "",
        allowed: "nothing; the app submits its task again when it runs")
    }
    guard app.refreshIsOn, device.raw.backgroundRefresh ?? true else {
      throw Refusal(
        .unavailable, field: "app", value: app.key.id,
        message: "Background App Refresh is off for '\(app.key.id)'; switch it on with"
          + " `rubatoctl app refresh on \(app.key.id)`")
    }
  }

  /// The program of an app must be one that can be started, as it stands.
  func checkInstallation(_ installation: Installation) throws(Refusal) {
    let program = installation.program
    let path = program.arguments.first ?? ""
    guard program.arguments.count == 1, program.steps.isEmpty, program.unit == nil else {
      throw Refusal(field: "program", value: path, allowed: "one executable, without arguments")
    }
    try SubmissionCheck(settings: settings.value, zoneSeconds: clocks.zoneSeconds).check(program)
  }
}

extension Refusal {
  /// A process shows a token of a launch that is over.
  static let voidToken = Refusal(
    .notPermitted, field: "token", value: "",
    message: "the token belongs to no process that the daemon has started and that lives; start the"
      + " app without RUBATO_TOKEN to attach as a process of your own")

  /// Another process is the app's already.
  static func attached(_ process: AppProcess) -> Refusal {
    let pid = process.identity.map { String($0.pid) } ?? "?"
    return Refusal(
      .notPermitted, field: "app", value: process.app.id,
      message: "process \(pid) is attached as app '\(process.app.id)' already; end it first")
  }

  static func notInstalled(_ app: String) -> Refusal {
    Refusal(
      .notFound, field: "app", value: app,
      message: "no app '\(app)' is installed; install it with `rubatoctl app install DIRECTORY`")
  }

  /// Only tasks are completed by a message; commands by their exit.
  static func noTask(_ run: RunID) -> Refusal {
    Refusal(
      field: "completed", value: "run \(run)",
      allowed: "a run that the process of an app was handed")
  }
}
