// Checks of a submission against all other state; `SubmissionCheck` checks its own content.
extension Context {
  /// Returns the key for `submission`: the one that it names, or an unused one. Throws a refusal if its app cannot
  /// submit it. The first check of each submission; `request` then makes the request.
  func key(
    of submission: Submission, beside requests: PendingRequests
  ) throws(Refusal) -> RequestKey {
    if runs.isDraining { throw .stopping }
    try checkMayWake(submission)
    let app = try app(of: submission)
    let key =
      try identifier(of: submission).map {
        RequestKey(owner: submission.owner, app: submission.app, id: $0)
      } ?? unusedKey(for: submission, beside: requests)
    if submission.terms.task?.category == .observer {
      try checkIdentifier(ofObserver: key)
      // Without a special class of task (`nil`), apps also list the identifier.
    } else if let app, submission.terms.task?.isListed != false {
      try checkPermission(of: app.value, for: key)
    }
    if submission.terms.command.isTask {
      try checkTask(submission, of: app?.value)
    } else if submission.terms.task?.transferSession != nil {
      try checkTransfer(of: app?.value)
    } else if submission.terms.task?.notification != nil, let app {
      try checkNotification(of: app.value)
    }
    return key
  }

  /// Returns the identifier that `submission` names, after checks of its form and of the prefix of its class of task.
  /// If the class has a reserved identifier, returns that. `nil` if the submission names none.
  private func identifier(of submission: Submission) throws(Refusal) -> String? {
    if let id = submission.id { try SubmissionCheck.checkName(id, field: "id") }
    if submission.app != nil, let prefix = submission.terms.task?.prefix {
      guard let id = submission.id, id.hasPrefix(prefix) else {
        throw Refusal(
          field: "id", value: submission.id ?? "",
          allowed: "\(prefix) and a name, such as \(prefix)draft-sync")
      }
    }
    guard let reserved = submission.terms.task?.reservedIdentifier else { return submission.id }
    guard let id = submission.id, id != reserved else { return reserved }
    throw Refusal(
      field: "id", value: id, allowed: "\(reserved), or no id, for this class of task")
  }

  /// Throws a refusal unless an observer's identifier is the reserved prefix and a name. No app lists it.
  private func checkIdentifier(ofObserver key: RequestKey) throws(Refusal) {
    let prefix = TaskClass.observerPrefix
    guard key.id.hasPrefix(prefix), key.id != prefix else {
      throw Refusal(field: "id", value: key.id, allowed: "\(prefix)NAME for an observer")
    }
  }

  /// Returns the app that `submission` names; `nil` if it names none. Throws a refusal if it is not registered.
  private func app(of submission: Submission) throws(Refusal) -> Shared<App>? {
    guard let id = submission.app else { return nil }
    try SubmissionCheck.checkName(id, field: "app")
    if let app = apps.shared(AppKey(owner: submission.owner, id: id)) { return app }
    let remedy =
      submission.terms.task == nil
      ? "register it with `rubatoctl app register \(id)`"
      : "install it with `rubatoctl app install`; `rubatoctl app list` lists registered apps"
    throw Refusal(
      .notFound, field: "app", value: id, message: "app '\(id)' not found; \(remedy)")
  }

  /// Throws a refusal unless the app may submit the identifier of `key`, with a similar one that it may.
  func checkPermission(of app: App, for key: RequestKey) throws(Refusal) {
    if app.permits(key.id) { return }
    let permitted = app.permittedIdentifiers
    let near =
      Suggestion.nearest(to: key.id, among: permitted).map { " did you mean '\($0)'? Otherwise" }
      ?? ""
    if app.installation != nil {
      throw Refusal(
        .notPermitted, field: "id", value: key.id,
        message:
          "'\(key.id)' is not advertised in the Info.plist of app '\(app.key.id)';\(near) add it to"
          + " BGTaskSchedulerPermittedIdentifiers")
    }
    throw Refusal(
      .notPermitted, field: "id", value: key.id,
      message: "app '\(app.key.id)' may submit only \(permitted.joined(separator: ", "));\(near)"
        + " register it again with '\(key.id)' among its identifiers")
  }

  /// Returns the request that `submission` becomes under `key`, in place of `old`. Throws a refusal if it is forbidden.
  func request(
    _ submission: Submission, _ key: RequestKey, replacing old: Request?,
    beside requests: PendingRequests, at now: Instant
  ) throws(Refusal) -> Request {
    try checkRate(of: submission.owner, isCounted: submission.isCounted, requests, at: now)
    try checkModes(of: submission, for: key)
    try checkCount(for: key, submission, replacing: old, requests)
    let check = SubmissionCheck(settings: settings, zoneSeconds: clocks.zoneSeconds)
    var request = try check.request(submission, key, sequence: requests.nextSequence, at: now.wall)
    let windowLength = request.window.latest.map { $0 - request.window.opens }
    if let old {
      // Each change of a boxed property copies it.
      var progress = request.progress
      progress.history = old.progress.history
      // A request that is submitted repeatedly keeps its place in the queue, or it would never get its turn.
      if runs.active[key]?.run.sequence != old.sequence { progress.rejoined = old.turn }
      request.progress = progress
    }
    request.adoptRetryState(of: old, runs, settings.value, at: now)
    request.countPutOffs(of: old, at: now)
    if let old, let amendment = submission.amendment {
      try request.amend(old, submission, amendment, settings.value, at: now)
    } else {
      request.keepRhythm(of: old, submission, settings.value, at: now)
    }
    request.copyChanges(of: old, isAmended: submission.amendment != nil, at: now.wall)
    try awaitPredecessors(
      &request, replacing: old, submission, windowLength: windowLength, beside: requests,
      at: now.wall)
    request.keepMissedDeadline(of: old, isAmended: submission.amendment != nil, at: now.wall)
    request.keepWindowFailure(of: old, runs)
    try request.checkOverdueCommand()
    try checkSize(of: request, requests)
    return request
  }

  // MARK: Number and rate

  /// Throws a refusal if a submit rate forbids `owner` a further submission, or a further batch.
  func checkRate(
    of owner: UInt32, isCounted: Bool, _ requests: PendingRequests, at now: Instant
  ) throws(Refusal) {
    guard isCounted, let obstacle = requests.obstacle(to: owner, at: now) else { return }
    let seconds = Int(bounded: obstacle.wait.seconds.rounded(.up))
    throw Refusal(
      .limit,
      message: "you have submitted \(obstacle.rate.count) times within"
        + " \(obstacle.rate.within.notation), which is the limit; try again in \(seconds) s."
        + Self.adviceToRaise(limit: "submit-rates"))
  }

  /// Throws a refusal if a limit forbids to queue a permanently failed request again.
  func checkRequeue(of request: Request, beside requests: PendingRequests) throws(Refusal) {
    if runs.isDraining { throw .stopping }
    try checkCountOfUser(for: request.key, requests)
    try checkSize(of: request, requests)
  }

  /// Throws a refusal if a request of a new key exceeds its user's limit of queued requests.
  private func checkCountOfUser(
    for key: RequestKey, _ requests: PendingRequests
  ) throws(Refusal) {
    let limit = settings.value.requestsPerUser
    if requests.table.count(of: key.owner) >= limit, requests.table.shared(key) == nil {
      throw Refusal(
        .limit, field: "id", value: key.id,
        message: "you have reached the limit of \(limit) queued requests;"
          + " cancel some first (`rubatoctl list` shows them)."
          + Self.adviceToRaise(limit: "requests-per-user")
      )
    }
  }

  /// Returns the sentence that advises how to raise the limit with this key of the policy file.
  private static func adviceToRaise(limit key: String) -> String {
    " To raise the limit, set '\(key)' in the policy file (`man rubato-policy`) and restart rubatod"
  }

  /// Throws a refusal if a request of `key` exceeds the limit of its user, or of its class of task or kind in its app.
  private func checkCount(
    for key: RequestKey, _ submission: Submission, replacing old: Request?,
    _ requests: PendingRequests
  ) throws(Refusal) {
    let kind = submission.terms.kind
    try checkCountOfUser(for: key, requests)
    if let task = submission.terms.task, task.prefix != nil {
      return try checkCountOfCategory(task.category, for: key, replacing: old, requests)
    }
    guard let app = key.app, let limit = settings.value.requestsPerApp(of: kind),
      pendingCount(besides: key, kind, replacing: old, requests) >= limit
    else { return }
    throw Refusal(
      .limit, field: "id", value: key.id,
      message:
        "app '\(app)' has reached the limit of \(limit) queued requests of kind \(kind.rawValue);"
        + " submit with the id of one of them to replace it, or cancel it first")
  }

  /// Throws a refusal if a new task of a separately counted class, such as an alarm, exceeds the limit of its app.
  private func checkCountOfCategory(
    _ category: TaskCategory, for key: RequestKey, replacing old: Request?,
    _ requests: PendingRequests
  ) throws(Refusal) {
    let limit = TaskClass.datedPerApp
    guard old == nil, requests.table.count(of: category, inAppOf: key) >= limit else { return }
    throw Refusal(
      .limit, field: "id", value: key.id,
      message: "app '\(key.app ?? "")' has reached the limit of \(limit) \(category.rawValue)s;"
        + " cancel one first")
  }

  /// Throws a refusal if the text of a request exceeds its own limit, or the limit of its user for all texts.
  private func checkSize(
    of request: Request, _ requests: PendingRequests
  ) throws(Refusal) {
    let size = try SubmissionCheck(settings: settings, zoneSeconds: clocks.zoneSeconds)
      .checkSize(of: request)
    try checkBytes(
      of: request.key.owner, replacing: requests.table.textSize(of: request.key), by: size,
      field: "command", requests)
  }

  /// Throws a refusal if the declarations of an app exceed their own limit, or the limit of its user for all texts.
  private func checkSize(of app: App, _ requests: PendingRequests) throws(Refusal) {
    let size = app.textSize
    guard size <= settings.value.longestApp else {
      throw Refusal(
        .limit, field: "permittedIdentifiers", value: "\(size) bytes",
        message:
          "the app declares \(size) bytes of text; the limit is \(settings.value.longestApp)."
          + " An app without identifiers may submit any")
    }
    try checkBytes(
      of: app.key.owner, replacing: apps[app.key]?.textSize ?? 0, by: size,
      field: "permittedIdentifiers", requests)
  }

  /// Throws a refusal if the text of a request or app, which grows from `old` to `size` bytes, exceeds the total limit
  /// of `owner`.
  private func checkBytes(
    of owner: UInt32, replacing old: Int, by size: Int, field: String,
    _ requests: PendingRequests
  ) throws(Refusal) {
    let others = requests.table.textSize(of: owner) + apps.textSize(of: owner) - old
    guard size > old, others + size > settings.value.bytesPerUser else { return }
    throw Refusal(
      .limit, field: field, value: "\(size) bytes",
      message: "your other requests and apps have \(others) bytes of text; with this one they"
        + " would exceed the limit of \(settings.value.bytesPerUser); cancel some first (`rubatoctl list`"
        + " shows them)")
  }

  /// Returns the number of other pending requests of the kind in the app of `key`. Running ones are not pending.
  private func pendingCount(
    besides key: RequestKey, _ kind: Kind, replacing old: Request?, _ requests: PendingRequests
  ) -> Int {
    let otherCount =
      requests.table.count(of: kind, inAppOf: key) - (old?.terms.kind == kind ? 1 : 0)
    if otherCount == 0 { return 0 }
    let runningCount = runs.active.all.count { entry in
      guard isOther(entry.run.key, than: key), let request = requests[entry.run.key]
      else { return false }
      return request.terms.kind == kind && request.sequence == entry.run.sequence
    }
    return otherCount - runningCount
  }

  /// Returns whether `other` is the key of another request of the same app as `key`.
  private func isOther(_ other: RequestKey, than key: RequestKey) -> Bool {
    other.owner == key.owner && other.app == key.app && other.id != key.id
  }

  /// Throws a refusal if the app declares background modes, or is installed, but lacks the mode of the submitted kind.
  /// Observers, and responses to notifications, need no mode; nor does a kind that the submission does not name.
  private func checkModes(of submission: Submission, for key: RequestKey) throws(Refusal) {
    guard let shared = apps.app(of: key),
      !shared.value.backgroundModes.isEmpty || shared.value.installation != nil,
      submission.terms.task?.category != .observer, submission.terms.task?.category != .response,
      let kind = submission.terms.namedKind, let mode = kind.traits.backgroundMode,
      !shared.value.backgroundModes.contains(mode)
    else { return }
    let app = shared.value
    throw Refusal(
      .notPermitted, field: "kind", value: kind.rawValue,
      message: "app '\(app.key.id)' declares only the background modes"
        + " \(app.backgroundModes.joined(separator: ", ")); "
        + (app.installation == nil
          ? "register it again with '\(mode)' among them to submit work of kind \(kind.rawValue)"
          : "add '\(mode)' to UIBackgroundModes in its Info.plist and install it again to submit work of kind"
            + " \(kind.rawValue)"))
  }

  // MARK: Apps

  /// Throws a refusal if `app` cannot be registered: its name, declarations, number or size is not allowed.
  func check(_ app: App, beside requests: PendingRequests) throws(Refusal) {
    try SubmissionCheck.checkName(app.key.id, field: "id")
    try checkDeclarations(of: app)
    try checkAppCount(for: app.key)
    try checkSize(of: app, requests)
  }

  /// Throws a refusal if a declaration of the app is not usable in a submission.
  private func checkDeclarations(of app: App) throws(Refusal) {
    for identifier in app.permittedIdentifiers {
      let isPattern = app.installation != nil && identifier.hasSuffix(".*")
      try SubmissionCheck.checkName(
        isPattern ? String(identifier.dropLast(2)) : identifier, field: "permittedIdentifiers")
      if app.installation != nil, TaskClass.isReserved(identifier) {
        throw Refusal(
          .invalid, field: "permittedIdentifiers", value: identifier,
          message: "'\(identifier)' is a reserved identifier; choose another")
      }
    }
    if let installation = app.installation { try checkInstallation(installation) }
    for mode in app.backgroundModes where !App.knownBackgroundModes.contains(mode) {
      throw Refusal(
        field: "backgroundModes", value: mode,
        allowed: App.knownBackgroundModes.joined(separator: ", "))
    }
  }

  /// Throws a refusal if a new app exceeds its user's limit of registered apps.
  private func checkAppCount(for key: AppKey) throws(Refusal) {
    guard apps[key] == nil, apps.count(of: key.owner) >= settings.value.appsPerUser else { return }
    throw Refusal(
      .limit, field: "id", value: key.id,
      message: "you have reached the limit of \(settings.value.appsPerUser) registered apps;"
        + " remove some first (`rubatoctl app list` shows them)")
  }
}
