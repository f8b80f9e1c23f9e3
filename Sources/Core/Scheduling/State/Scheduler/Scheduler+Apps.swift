// Apps: registration, use, removal.
extension Scheduler {
  /// Registers an app, or updates the declarations of a registered one, and answers the caller. Removes queued requests
  /// that a not installed app could no longer submit; their runs continue. A refused app changes nothing.
  mutating func register(_ app: App, _ ticket: Ticket, at now: Instant) {
    do throws(Refusal) {
      try context.check(app, beside: requests)
    } catch {
      return answer(ticket, .refused(error))
    }
    follow(context.apps.register(app), at: now)
    // The next task must use the program that was installed last.
    if app.installation != nil { endIdleProcesses(of: app.key) }
    // A task of an installed app is kept for its next installation, with a warning (`App.missingDeclarations`).
    if let registered = context.apps[app.key], registered.installation == nil {
      let forbidden = requests.table.all.filter {
        $0.key.isOf(app.key) && !registered.permits($0)
      }
      for request in forbidden { remove(request.key, .cancelled) }
    }
    answer(ticket, .done(stopping: nil))
  }

  /// Removes an app and its requests, including permanently failed ones, cancels its runs, and answers the caller.
  /// Refuses an unknown app.
  mutating func removeApp(_ key: AppKey, _ ticket: Ticket, at now: Instant) {
    guard let followUp = context.apps.remove(key) else {
      return answer(ticket, .refused(.unknown(key)))
    }
    follow(followUp, at: now)
    let keys = requests.table.all.map(\.key).filter { $0.isOf(key) }
    for request in keys { remove(request, .cancelled) }
    for request in requests.failed.all.map(\.key) where request.isOf(key) {
      _ = requests.forgetFailed(request)
      effects.append(.change(.removeRequest(request)))
    }
    for entry in context.runs.active.all where entry.run.key.isOf(key) {
      apply(.expire(.cancelled), to: entry.run.id, at: now)
    }
    answer(ticket, .done(stopping: nil))
  }

  /// Applies an event of an app, such as an opening or a switch, and answers the caller. A force-quit also ends the
  /// app's continued tasks, pushes and transfers.
  mutating func handle(
    _ event: AppEvent, of key: AppKey, _ ticket: Ticket, at now: Instant
  ) {
    let time = context.clocks.local(now)
    if case .consented = event, let app = context.apps[key], app.installation == nil {
      return answer(ticket, .refused(.notInstalled(key.id)))
    }
    guard let followUp = context.apps.apply(event, of: key, at: now, time) else {
      return answer(ticket, .refused(.unknown(key)))
    }
    follow(followUp, at: now)
    if event == .forceQuit {
      removeWaiting(.continued, of: key, .gate(.forceQuit))
      stopContinued(of: key, .gate(.forceQuit), at: now)
      // The app must be opened again, and its pushes will then be outdated.
      removeWaiting(.push, of: key, .gate(.forceQuit))
      cancelTransfers(of: key, .gate(.forceQuit), at: now)
    }
    if event == .consented(.notify, isGiven: false) {
      removeWaiting(.notification, of: key, .cancelled)
    }
    answer(ticket, .done(stopping: nil))
  }

  /// Stops the running continued tasks of the app of `key`. `reason` is announced and recorded.
  private mutating func stopContinued(of key: AppKey, _ reason: StopReason, at now: Instant) {
    for entry in context.runs.active.all
    where entry.run.key.isOf(key) && entry.run.task?.continued != nil {
      apply(.expire(reason), to: entry.run.id, at: now)
    }
  }

  /// Removes the app's requests of `category` from the queue, and announces each removal with `reason`. Runs continue.
  mutating func removeWaiting(
    _ category: TaskCategory, of key: AppKey, _ reason: StopReason
  ) {
    let waiting = requests.table.all.filter {
      $0.key.isOf(key) && $0.terms.task?.category == category
    }
    for request in waiting { remove(request.key, reason) }
  }

  /// Starts or stops charging the apps of live runs for their quotas, as power requires. Stops the runs that have used
  /// up their app's quota. Called after each event.
  mutating func superviseQuotas(at now: Instant) {
    if context.runs.active.isEmpty { return }
    for id in context.runs.active.ids {
      guard let entry = context.runs[id] else { continue }
      if let ends = quotaEnd(of: entry, at: now), now.awake >= ends {
        apply(.expire(.gate(.quota)), to: id, at: now)
      }
    }
  }

  /// Starts or stops charging the app of a live run. Returns when the run has used up the app's quota; `nil` if nothing
  /// is charged. Only returns the known time while nothing that it depends on has changed.
  private mutating func quotaEnd(of entry: ActiveRun, at now: Instant) -> AwakeTime? {
    let isOnBattery = context.device.isOnBattery
    if let known = entry.quotaCheck, entry.run.mayExpire,
      known.holds(context.apps.revision, isOnBattery: isOnBattery, at: now)
    {
      return known.ends
    }
    follow(context.apps.charge(entry.run, isOnBattery: isOnBattery, at: now), at: now)
    let check = context.apps.quotaCheck(of: entry.run, isOnBattery: isOnBattery, at: now)
    context.runs.set(check, of: entry.run.id)
    return check.ends
  }
}

extension App {
  /// Whether the app can submit `request`. No app lists the identifiers of some classes of tasks, such as transfers.
  func permits(_ request: Request) -> Bool {
    request.terms.task?.isListed == false || permits(request.key.id)
  }
}

extension RequestKey {
  /// Returns whether it is the key of a request of the app of `key`.
  func isOf(_ key: AppKey) -> Bool { owner == key.owner && app == key.id }
}
