// Checks of processes that attach as an app's, and of tasks for them.
extension Context {
  /// Returns the installed app to which a process attaches: the app for which the process was launched, the app that it
  /// names, or the app of its program. Throws a refusal if there is none, or if the process names another app than the
  /// app for which it was launched.
  func app(of attachment: AppAttachment) throws(Refusal) -> App {
    if let id = attachment.process {
      guard let process = processes[id], process.app.owner == attachment.owner,
        let app = apps[process.app]
      else { throw .voidToken }
      if let named = attachment.app, named != process.app.id {
        throw .otherApp(named, process.app.id)
      }
      return app
    }
    // Only a process that the daemon has launched can still attach.
    if runs.isDraining { throw .stopping }
    if let id = attachment.app {
      guard let app = apps[AppKey(owner: attachment.owner, id: id)], app.installation != nil else {
        throw .notInstalled(id)
      }
      return app
    }
    let program = attachment.program ?? ""
    let installed = apps.all.first {
      $0.key.owner == attachment.owner && $0.installation?.program.arguments.first == program
    }
    guard let installed else { throw .notInstalled(program) }
    return installed
  }

  /// Returns the process that the user of `app` has started and that is attached already; `nil` if there is none.
  /// Throws a refusal if that is another process than the process of `attachment`, since an app has at most one.
  func usersProcess(
    _ attachment: AppAttachment, of app: App
  ) throws(Refusal) -> AppProcess? {
    guard let known = processes.usersProcess(of: app.key) else { return nil }
    if known.identity != attachment.identity { throw .attached(known) }
    return known
  }

  /// Throws a refusal if `app` cannot receive the submitted task. It must be installed, the task must not repeat or
  /// have options of commands, and Background App Refresh must be on for work that begins without the user.
  func checkTask(_ submission: Submission, of app: App?) throws(Refusal) {
    guard let app, app.installation != nil else {
      if let app, submission.terms.task != nil { throw .notInstalled(app) }
      throw Refusal(
        field: "command.arguments", value: "",
        allowed: "the absolute path of a program, and its arguments; only an installed app"
          + " (`rubatoctl app install`) can leave them out")
    }
    guard !submission.terms.repeats else {
      throw Refusal(
        field: submission.terms.every == nil ? "on" : "every",
        value: submission.terms.every?.notation ?? submission.terms.calendar[0].text,
        allowed: "no value for the task of an app; the app submits its task again when it runs")
    }
    let kind = submission.terms.kind
    guard submission.terms.task != nil || kind == .refresh || kind == .processing else {
      throw Refusal(
        field: "kind", value: kind.rawValue,
        allowed: "refresh or processing for the task of an app; \(Kind.userInitiated.rawValue) with"
          + " `task` for a continued one")
    }
    if let option = submission.firstOptionOfCommands {
      throw Refusal(
        field: option, value: "",
        allowed: "no value for a task, which has no command; leave it out, or submit a command")
    }
    if let terms = submission.terms.task { try check(terms, of: app) }
    // The switch is for work that begins without the user.
    switch submission.terms.task {
    case .continued, .observer: return
    // The next open would deliver them in any case.
    case .alarm, .notification, .response: return
    case .push where isInFront(app): return
    case .push, .fetch, .healthResearch, .transfer, .transferEvents, nil: break
    }
    guard app.refreshIsOn, device.raw.backgroundRefresh ?? true else {
      throw Refusal(
        .unavailable, field: "app", value: app.key.id,
        message: "Background App Refresh is off for '\(app.key.id)'; switch it on with"
          + " `rubatoctl app refresh on \(app.key.id)`")
    }
  }

  /// Throws a refusal unless `app` is installed: only an installed app can be woken when its transfers have ended.
  func checkTransfer(of app: App?) throws(Refusal) {
    if let app, app.installation != nil { return }
    throw Refusal(
      field: "task", value: TaskCategory.transfer.rawValue,
      allowed: "it only for an installed app (`rubatoctl app install`); leave it out otherwise")
  }

  /// Throws a refusal unless `app` is installed and its user has allowed it to show notifications.
  func checkNotification(of app: App) throws(Refusal) {
    if app.installation == nil { throw .notInstalled(app) }
    if app.allows(.notify) { return }
    throw Refusal(
      .notPermitted, field: "app", value: app.key.id,
      message:
        "the user has not allowed app '\(app.key.id)' to show notifications; allow it with"
        + " `rubatoctl app allow \(app.key.id) notify`")
  }

  /// Throws a refusal if `app` cannot submit a task of the special class `terms` now, such as a continued task while it
  /// is in the background.
  private func check(_ terms: TaskClass, of app: App) throws(Refusal) {
    switch terms {
    // Without the user's consent it waits for the consent.
    case .observer: return
    case .continued:
      if let process = processes.usersProcess(of: app.key) {
        if process.acceptsTasks { return }
        throw Refusal(
          .notPermitted, field: "app", value: app.key.id,
          message:
            "the process of app '\(app.key.id)' did not stop a task in time and receives no more tasks;"
            + " end it and start the app again")
      }
      if app.isForeground { return }
      throw Refusal(
        .notPermitted, field: "app", value: app.key.id,
        message:
          "continued tasks can be submitted only while app '\(app.key.id)' is in the foreground;"
          + " submit from a process that its user has started, or report it with"
          + " `rubatoctl app opened \(app.key.id)` first")
    case .push:
      guard app.isForceQuit else { return }
      throw Refusal(
        .notPermitted, field: "app", value: app.key.id,
        message:
          "the user has force-quit app '\(app.key.id)', which receives no remote notifications until it is"
          + " opened again; start it, or report it with `rubatoctl app opened \(app.key.id)`")
    case .fetch:
      guard let listed = app.permittedIdentifiers.first else { return }
      throw Refusal(
        .notPermitted, field: "task", value: "fetch",
        message:
          "app '\(app.key.id)' lists task identifiers such as '\(listed)' in BGTaskSchedulerPermittedIdentifiers,"
          + " which disables fetches by an interval; submit a BGAppRefreshTaskRequest, or remove the key from the"
          + " Info.plist and install the app again with `rubatoctl app install`")
    case .alarm, .transfer, .notification, .response: return
    case .transferEvents(let session):
      throw Refusal(
        field: "task.category", value: TaskCategory.transferEvents.rawValue,
        allowed:
          "\(TaskCategory.transfer.rawValue), with a command; the app is notified when all transfers of"
          + " session '\(session)' have ended")
    case .healthResearch:
      let key = TaskClass.healthEntitlement
      if app.installation?.entitlements.contains(key) == true { return }
      throw Refusal(
        .notPermitted, field: "task", value: "healthResearch",
        message:
          "app '\(app.key.id)' lacks the entitlement \(key); add it to its Info.plist as true,"
          + " and install it again with `rubatoctl app install`")
    }
  }

  /// Returns whether the app is in the foreground, as reported by a process that a user has started.
  func isInFront(_ app: App) -> Bool {
    app.isForeground && processes.usersProcess(of: app.key)?.acceptsTasks == true
  }

  /// Returns whether `request` is delivered immediately, since its app is in the foreground, as a process of the app
  /// has reported.
  func isHandedToAppInFront(_ request: Request) -> Bool {
    request.reachesAppInFront && apps.app(of: request.key).map { isInFront($0.value) } == true
  }

  /// Returns the refusal of a continued task that cannot start immediately, with the reasons; `nil` if it can start.
  func objectionToContinuing(_ request: Shared<Request>, at now: Instant) -> Refusal? {
    if let running = runs.run(of: request.value.key) { return .running(running) }
    let explanation = explanation(of: request, at: now)
    if explanation.runsNow { return nil }
    return .held(
      request.value.key, explanation.reasons, explanation.causes.map(\.text),
      "With the strategy 'queue', the request waits")
  }

  /// Throws a refusal unless the program of an app to install is one executable, without arguments, that can be
  /// started.
  func checkInstallation(_ installation: Installation) throws(Refusal) {
    let program = installation.program
    let path = program.arguments.first ?? ""
    guard program.arguments.count == 1, program.steps.isEmpty, program.unit == nil else {
      throw Refusal(field: "program", value: path, allowed: "one executable, without arguments")
    }
    try SubmissionCheck(settings: settings, zoneSeconds: clocks.zoneSeconds).check(program)
  }
}

extension Submission {
  /// The first option that applies only to a command; `nil` if none is set.
  fileprivate var firstOptionOfCommands: String? {
    let options: [(field: String, isSet: Bool)] = [
      ("condition", terms.needs.condition != nil),
      ("whenChanged", !terms.needs.changes.isEmpty && terms.task?.category != .observer),
      ("retries", terms.retries != Terms.usual.retries),
      ("retryOn", terms.run.retryOn != nil),
      ("backoff", terms.backoff.growth != .exponential),
      ("backoffDelay", terms.backoff.first != nil),
      ("replaceRunning", replacesRunning), ("limits", terms.run.limits != RunLimits()),
      ("onClosedGate", terms.run.onClosedGate != .stop),
      ("onLostPreference", terms.run.onLostPreference != nil),
      ("earlySignal", terms.run.earlySignal != nil),
      ("signalsReadiness", terms.run.signalsReadiness),
      ("onFailure", terms.run.onFailure != nil),
      ("onFailureCommand", terms.run.onFailureCommand != nil),
      ("onOverdueCommand", terms.run.onOverdueCommand != nil),
      ("notifyAfter", terms.run.notifyAfter != nil),
    ]
    return options.first(where: \.isSet)?.field
  }
}

extension Refusal {
  /// Refusal of a process with the token of a launch that has ended.
  static let voidToken = Refusal(
    .notPermitted, field: "token", value: "",
    message: "the token belongs to no running process that the daemon has started; start the"
      + " app without RUBATO_TOKEN to attach as a process of your own")

  /// Refusal of a process that was launched as one app and claims to be another.
  static func otherApp(_ named: String, _ launched: String) -> Refusal {
    Refusal(
      .notPermitted, field: "id", value: named,
      message:
        "the token is of a process that was launched as app '\(launched)'; if the app has a new"
        + " CFBundleIdentifier, install it again with `rubatoctl app install`")
  }

  /// Refusal of a second process of the same app.
  static func attached(_ process: AppProcess) -> Refusal {
    let pid = process.identity.map { String($0.pid) } ?? "?"
    return Refusal(
      .notPermitted, field: "app", value: process.app.id,
      message: "process \(pid) is already attached as app '\(process.app.id)'; end it first")
  }

  /// Returns the refusal for an app that is not installed, named by its identifier or its program.
  static func notInstalled(_ app: String) -> Refusal {
    Refusal(
      .notFound, field: "app", value: app,
      message: "app '\(app)' is not installed; install it with `rubatoctl app install DIRECTORY`")
  }

  /// Refusal of a title, which only continued tasks have.
  static func notContinued(_ run: RunID) -> Refusal {
    Refusal(field: "title", value: "run \(run)", allowed: "the run of a continued task")
  }

  /// Refusal of a completion report for a command: only tasks are completed by a report, commands by their exit.
  static func noTask(_ run: RunID) -> Refusal {
    Refusal(
      field: "completed", value: "run \(run)",
      allowed: "a run of a task of an app")
  }
}

extension Refusal {
  /// Returns the refusal of work that only an installed app can receive, for an app that is only registered.
  fileprivate static func notInstalled(_ app: App) -> Refusal {
    Refusal(
      .notPermitted, field: "app", value: app.key.id,
      message:
        "app '\(app.key.id)' is registered but not installed, so it cannot receive a task; install it"
        + " with `rubatoctl app install`")
  }
}
