import OrderedCollections

extension Scheduler {
  mutating func put(_ app: App) {
    apps.put(app)
    wake(app.key)
    effects.append(.change(.putApp(app)))
  }

  /// Has all looked at that may have waited for something of the app.
  private mutating func wake(_ app: AppKey) {
    if settings.overlooksApps { return }
    for lane in queues.wake(app) { lanes.look(at: lane) }
  }

  mutating func register(_ app: App, _ ticket: Ticket, at now: Instant) {
    do throws(Refusal) {
      try SubmissionCheck.checkName(app.key.id, field: "id")
      try checkDeclarations(of: app)
      try checkAppRoom(for: app.key)
      try checkSize(of: app)
    } catch {
      refuse(ticket, error)
      return
    }
    var registered = app
    if let known = apps[app.key] {
      // What the user did to it, and its history, outlive a new registration.
      registered = known
      registered.permittedIdentifiers = app.permittedIdentifiers
      registered.backgroundModes = app.backgroundModes
    }
    put(registered)
    effects.append(.promise(.answer(ticket, .done(stopping: nil))))
  }

  /// What an app declares must be something that a submission can have.
  private func checkDeclarations(of app: App) throws(Refusal) {
    for identifier in app.permittedIdentifiers {
      try SubmissionCheck.checkName(identifier, field: "permittedIdentifiers")
    }
    for mode in app.backgroundModes where !App.knownBackgroundModes.contains(mode) {
      throw Refusal(
        field: "backgroundModes", value: mode,
        allowed: App.knownBackgroundModes.joined(separator: ", "))
    }
  }

  private func checkAppRoom(for key: AppKey) throws(Refusal) {
    guard apps[key] == nil, apps.count(of: key.owner) >= settings.appsPerUser else { return }
    throw Refusal(
      .limit, field: "id", value: key.id,
      message: "you have \(settings.appsPerUser) apps registered, which is the limit;"
        + " remove some first (`rubatoctl app list` shows them)")
  }

  mutating func removeApp(_ key: AppKey, _ ticket: Ticket, at now: Instant) {
    guard apps.remove(key) else {
      refuse(ticket, .unknown(key))
      return
    }
    wake(key)
    effects.append(.change(.removeApp(key)))
    let keys = requests.all.map(\.key).filter { isRequest($0, of: key) }
    for request in keys {
      remove(request, .cancelled)
    }
    for entry in activeRuns.all where isRequest(entry.run.key, of: key) {
      apply(.expire(.cancelled), to: entry.run.id, at: now)
    }
    effects.append(.promise(.answer(ticket, .done(stopping: nil))))
  }

  private func isRequest(_ request: RequestKey, of app: AppKey) -> Bool {
    request.owner == app.owner && request.app == app.id
  }

  mutating func take(
    _ event: AppEvent, of key: AppKey, _ ticket: Ticket, at now: Instant
  ) {
    guard var app = apps[key] else {
      refuse(ticket, .unknown(key))
      return
    }
    switch event {
    case .opened, .openReported:
      app.isForeground = true
      app.isForceQuit = false
      app.lastOpened = now.wall
      app = learnOpen(of: app, at: now)
      app.usage.open(isObserved: event.isObserved, at: now.wall, settings.quotas)
    case .closed:
      app.isForeground = false
      app.usage.leave(at: now.wall)
    case .forceQuit:
      app.isForeground = false
      app.isForceQuit = true
      app.usage.leave(at: now.wall)
    case .refreshSwitched(let isOn):
      app.refreshIsOn = isOn
    case .tierSet(let tier):
      app.usage.engagement.setTier = tier
    case .quotaReset:
      app.usage.reset(at: now, settings.quotas)
      app.reliability = Reliability()
    }
    put(app)
    lanes.lookAtAll()
    watchGates(at: now)
    effects.append(.promise(.answer(ticket, .done(stopping: nil))))
  }
}

extension AppEvent {
  fileprivate var isObserved: Bool {
    if case .opened = self { true } else { false }
  }
}

extension Refusal {
  package static func unknown(_ key: AppKey) -> Refusal {
    Refusal(
      .notFound, field: "id", value: key.id,
      message: "there is no app '\(key.id)'; `rubatoctl app list` shows what there is")
  }
}
