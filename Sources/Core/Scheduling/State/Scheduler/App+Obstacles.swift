// Obstacles in an app that keep its tasks from running, or make them fail, and their remedies.
extension App {
  /// Returns a warning for each declaration that the installed app lacks for a task of this identifier: its entry in
  /// the Info.plist, the background mode, a handler. An app that is only registered lacks none.
  ///
  /// - Parameter kind: The task's kind; `nil` if it is unknown.
  func missingDeclarations(for identifier: String, _ kind: Kind?) -> [Warning] {
    guard installation != nil else { return [] }
    let missing = [
      missingListing(of: identifier), missingMode(for: kind), missingHandler(for: identifier),
    ]
    return missing.compactMap(\.self)
  }

  /// Returns a warning if the app registered no handler for `identifier` at its last launch; `nil` if it did, or if its
  /// handlers are unknown. An identifier permitted by a pattern gets no warning, since its handler may be registered
  /// when the work begins.
  private func missingHandler(for identifier: String) -> Warning? {
    guard let handlers = installation?.handlers, permittedIdentifiers.contains(identifier),
      !handlers.contains(identifier)
    else { return nil }
    return Warning(
      code: .noHandler,
      text:
        "app '\(key.id)' registered no handler for '\(identifier)' at its last launch, and fails when it receives the"
        + " task; call BGTaskScheduler.shared.register(forTaskWithIdentifier:using:launchHandler:) for it at each"
        + " launch, before the launch has finished")
  }

  /// Returns a warning if the app executed no observer query for `identifier` at its last launch; `nil` if it did, or
  /// if that is unknown. Observers need no declaration; a wake is kept until it is completed.
  func missingObserver(for identifier: String) -> Warning? {
    guard let handlers = installation?.handlers, !handlers.contains(identifier) else { return nil }
    return Warning(
      code: .noHandler,
      text:
        "app '\(key.id)' executed no ObserverQuery for '\(identifier)' at its last launch, and does not complete a wake;"
        + " execute it at each launch")
  }

  /// Returns a warning if the app cannot submit tasks of this identifier; `nil` if it can, or if the identifier is
  /// reserved, so that no app lists it.
  private func missingListing(of identifier: String) -> Warning? {
    if permits(identifier) || TaskClass.isReserved(identifier) { return nil }
    return Warning(
      code: .notListed,
      text:
        "app '\(key.id)' does not list '\(identifier)' in BGTaskSchedulerPermittedIdentifiers, and can neither"
        + " register a handler for it nor submit it; add it to the Info.plist and"
        + " \(reinstallAdvice)")
  }

  /// Returns a warning if the app declares no background mode for `kind`, or neither of those for refreshes and
  /// processing if the kind is unknown. Returns `nil` if it declares one, or if the kind needs none.
  private func missingMode(for kind: Kind?) -> Warning? {
    let possibleKinds: [Kind] = kind.map { [$0] } ?? [.refresh, .processing]
    let modes = possibleKinds.compactMap(\.traits.backgroundMode)
    if modes.isEmpty || modes.contains(where: backgroundModes.contains) { return nil }
    let quoted = modes.map { "'\($0)'" }.joined(separator: " or ")
    return Warning(
      code: .noBackgroundMode,
      text:
        "app '\(key.id)' does not declare the background mode \(quoted), and cannot submit such a task; add it"
        + " to UIBackgroundModes in the Info.plist and \(reinstallAdvice)")
  }

  /// The remedy for a wrong declaration, as a clause.
  private var reinstallAdvice: String { "install the app again with `rubatoctl app install`" }

  /// Returns the user's remedy for `reason`, as a clause, if the app itself holds its requests; `nil` for other
  /// reasons.
  ///
  /// - Parameter allowsAll: Whether the switch of all apps is on.
  func remedy(for reason: Reason, allowsAll: Bool) -> String? {
    switch reason {
    case .neverOpened, .appUnused, .forceQuit:
      return "start it, or report it with `rubatoctl app opened \(key.id)`"
    case .switchedOff:
      let own = refreshIsOn ? [] : ["`rubatoctl app refresh on \(key.id)`"]
      let all = allowsAll ? [] : ["`rubatoctl app refresh on --all`"]
      return "switch it on with \((all + own).joined(separator: " and "))"
    case .notAllowed: return "allow it with `rubatoctl app allow \(key.id) observe`"
    default: return nil
    }
  }
}

extension Context {
  /// Returns warnings about tasks that will fail or never begin, and about changes that will not be noticed. They do
  /// not hold the request.
  func warnings(of request: Request) -> [Warning] {
    guard request.terms.command.isTask, let app = apps.app(of: request.key)?.value else {
      return unwatchedWarnings(of: request) + unknownPathWarnings(of: request)
    }
    if case .observer = request.terms.task {
      return [app.missingObserver(for: request.key.id)].compactMap(\.self)
        + unwatchedWarnings(of: request)
    }
    return app.missingDeclarations(for: request.key.id, request.terms.kind)
      + [request.putOffWarning].compactMap(\.self)
  }
}

extension Scheduler {
  /// Returns the obstacles to submitting or running tasks with this identifier, if none is queued: one clause for
  /// each, with its remedy.
  ///
  /// - Parameter kind: The kind of the last task; `nil` if none has run.
  package func obstacles(
    to identifier: String, of app: App, _ kind: Kind?, at now: Instant
  ) -> [String] {
    let allowsAll = device.raw.allowsRefresh
    var held: [(reason: Reason, text: String)] = []
    if app.isForceQuit { held.append((.forceQuit, "its user has force-quit the app")) }
    if !allowsAll || !app.refreshIsOn {
      held.append((.switchedOff, "Background App Refresh is off for the app"))
    }
    if app.usage.tier(at: now.wall, settings.quotas) == .never {
      let wasOpened = app.usage.engagement.wasEverOpened
      let text = wasOpened ? "for a long time" : "since it was registered"
      held.append((wasOpened ? .appUnused : .neverOpened, "the app has not been opened \(text)"))
    }
    let holdTexts = held.map { hold in
      let remedy = app.remedy(for: hold.reason, allowsAll: allowsAll)
      return hold.text + (remedy.map { "; \($0)" } ?? "")
    }
    return app.missingDeclarations(for: identifier, kind).map(\.text) + holdTexts
  }
}
