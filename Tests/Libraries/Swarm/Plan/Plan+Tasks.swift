import Scheduling

// Apps that the daemon starts, and their tasks.
extension Plan {
  /// Every user has an app installed under this name.
  static let installedApp = "feed"
  private static let observer = "observer:feed"
  private static let identifiers = [
    "feed.refresh", "feed.processing", "feed.backup", "feed.export",
  ]
  private static let transfers = ["transfer-1", "transfer-2", "transfer-3"]
  private static let sessions = ["films", "photos", quietSession]
  /// The app wants no wake when this session ends.
  private static let quietSession = "logs"

  func task(_ random: inout RandomSource) -> Action {
    let app = AppKey(owner: random.pick(Self.owners), id: Self.installedApp)
    switch random.below(18) {
    case 16, 17:
      let submission = reminder(of: app, &random)
      return .call { .submit(submission, $0) }
    case 0, 1:
      let made = installed(app, &random)
      return .call { .registerApp(made, $0) }
    case 2: return .startApp(app)
    case 3:
      let place = random.below(4)
      return random.isOne(in: 4) ? .debugApp(place: place) : .endApp(place: place)
    case 4: return lieOfTask(app, &random)
    case 5:
      let event: AppEvent = random.pick([
        .opened, .closed, .forceQuit, .refreshSwitched(on: true),
        .consented(.observe, isGiven: !random.isOne(in: 4)),
        .consented(.notify, isGiven: !random.isOne(in: 4)),
      ])
      return .call { .app(app, event, $0) }
    case 6:
      let key = key(of: app, &random)
      let mode = random.pick(RunMode.allCases)
      return .call { .runNow(key, mode, $0) }
    case 7:
      let key = key(of: app, &random)
      let keeps = random.isOne(in: 2)
      return random.isOne(in: 2)
        ? .call { .cancel(key, keepsRunning: keeps, $0) } : .call { .stop(key, .budget, $0) }
    case 8, 9:
      let submission = transfer(of: app, &random)
      return .call { .submit(submission, $0) }
    default:
      let submission = submission(of: app, &random)
      return .call { .submit(submission, $0) }
    }
  }

  private static let reminders = ["notification:a", "notification:b"]
  private static let alarms = ["alarm:a", "alarm:b"]

  private func key(of app: AppKey, _ random: inout RandomSource) -> RequestKey {
    let names =
      Self.identifiers + Self.alarms + Self.transfers + Self.reminders + [
        TaskCategory.pushIdentifier, TaskCategory.fetchIdentifier, Self.observer,
        TaskClass.sessionPrefix + random.pick(Self.sessions),
      ]
    return RequestKey(owner: app.owner, app: app.id, id: random.pick(names))
  }

  func installed(_ key: AppKey, _ random: inout RandomSource) -> App {
    var app = App(key: key, registered: Self.begins)
    // An app that lists no identifiers can fetch by an interval.
    app.permittedIdentifiers = random.pick([["feed.*"], Self.identifiers, Self.identifiers, []])
    app.backgroundModes =
      random.isOne(in: 8) ? ["fetch"] : ["fetch", "processing", "remote-notification"]
    app.installation = Installation(program: Command(arguments: ["/opt/feed/feed"]))
    return app
  }

  private func submission(of app: AppKey, _ random: inout RandomSource) -> Submission {
    var submission = Submission(
      owner: app.owner, id: random.pick(Self.identifiers),
      kind: random.pick([.refresh, .processing, .processing]), command: Command(arguments: []))
    submission.app = app.id
    switch random.below(8) {
    case 0, 1: continueWork(&submission, &random)
    case 2: notify(&submission, &random)
    case 3: setAlarm(&submission, &random)
    case 4: observe(&submission, &random)
    default: break
    }
    if submission.terms.task == nil, random.isOne(in: 4) {
      submission.earliest = .after(.seconds(random.pick([1, 60, 600])))
    }
    if random.isOne(in: 4) { submission.terms.requires = random.pick([.network, .power]) }
    if random.isOne(in: 4) { submission.terms.grace = .seconds(random.pick([0, 1, 3])) }
    submission.terms.allowsBattery = random.isOne(in: 2)
    submission.isCounted = random.isOne(in: 2)
    return submission
  }

  /// Returns a transfer of the app.
  private func transfer(of app: AppKey, _ random: inout RandomSource) -> Submission {
    var submission = Submission(
      owner: app.owner, id: random.pick(Self.transfers),
      kind: random.pick([.utility, .userInitiated]),
      command: Command(arguments: ["/usr/libexec/rubato/rubato-transfer", "1"]))
    submission.app = app.id
    let session = random.pick(Self.sessions)
    submission.terms.task = .transfer(
      session: session, launchEvents: session == Self.quietSession ? false : nil)
    if random.isOne(in: 4) { submission.terms.requires = random.pick([.network, .power]) }
    if random.isOne(in: 4) { submission.terms.retries = Int(random.below(3)) }
    if random.isOne(in: 4) {
      submission.latest = .after(.seconds(random.pick([60, 3600])))
      submission.terms.atLatest = .drop
    }
    submission.isCounted = random.isOne(in: 2)
    return submission
  }

  /// Returns a notification for a date, from an app or from a user's own command.
  private func reminder(of app: AppKey, _ random: inout RandomSource) -> Submission {
    var submission = Submission(
      owner: app.owner, id: random.pick(Self.reminders), kind: .userInitiated,
      command: Command(arguments: [TaskClass.notifier]))
    if random.isOne(in: 2) { submission.app = app.id }
    submission.terms.task = .notification(
      NotificationTerms(
        title: "Tea", subtitle: "", body: "", payload: "", due: WallTime(nanoseconds: 0)))
    let delay = random.pick([1, 60, 3600, 86_400])
    submission.earliest = .after(.seconds(delay + random.below(delay)))
    if random.isOne(in: 3) { submission.terms.every = .seconds(random.pick([60, 3600, 86_400])) }
    submission.isCounted = random.isOne(in: 2)
    return submission
  }

  /// Makes the submission a continued task, which begins while the app is in the foreground and continues in the
  /// background.
  private func continueWork(_ submission: inout Submission, _ random: inout RandomSource) {
    submission.terms.namedKind = .userInitiated
    let strategy = random.pick(ContinuedTerms.Strategy.allCases)
    submission.terms.task = .continued(
      ContinuedTerms(title: "Exporting", subtitle: "", strategy: strategy))
  }

  /// Makes the submission a remote notification, or a fetch.
  private func notify(_ submission: inout Submission, _ random: inout RandomSource) {
    submission.id = nil
    if random.isOne(in: 2) {
      submission.terms.namedKind = .push
      submission.terms.task = .push(payload: "{\(random.below(1000))}")
    } else {
      submission.terms.namedKind = .refresh
      submission.terms.task = .fetch(interval: .seconds(random.pick([0, 60, 3600])))
    }
  }

  /// Makes the submission an alarm, whose date may have passed.
  private func setAlarm(_ submission: inout Submission, _ random: inout RandomSource) {
    submission.id = random.pick(Self.alarms)
    submission.terms.namedKind = .refresh
    let delay = random.pick([-86_400, 0, 60, 3600, 100_000])
    submission.terms.task = .alarm(due: Self.begins + .seconds(delay + random.below(100_000)))
  }

  /// Makes the submission an observer, which is woken by changes.
  private func observe(_ submission: inout Submission, _ random: inout RandomSource) {
    (submission.id, submission.terms.namedKind) = (Self.observer, .push)
    submission.terms.task = .observer()
    addTrigger(to: &submission, &random)
  }

  /// Returns a false report about a process or task: it belongs to another app, ended long ago, or never existed.
  private func lieOfTask(_ app: AppKey, _ random: inout RandomSource) -> Action {
    let number = RunID(random.below(400))
    switch random.below(4) {
    case 0: return .call { .report(number, .completed(success: true), $0) }
    case 1: return .call { .finishLaunch(1_000_000 + number, $0, handlers: nil) }
    case 2: return .fact(.detachApp(1_000_000 + number))
    default:
      var attachment = AppAttachment(
        owner: app.owner, identity: AppProcess.Identity(pid: 1, startTicks: 9))
      attachment.process = number
      let made = attachment
      return .call { .attachApp(made, $0) }
    }
  }
}
