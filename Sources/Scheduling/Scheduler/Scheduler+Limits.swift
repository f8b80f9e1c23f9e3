import OrderedCollections

// How much may wait, and how fast it may come.
extension Scheduler {
  func checkRate(of submission: Submission, at now: Instant) throws(Refusal) {
    guard submission.isCounted,
      let obstacle = submitLog.obstacle(
        to: submission.owner, settings.submitRates, at: now.awake)
    else { return }
    let seconds = Int(bounded: obstacle.wait.seconds.rounded(.up))
    throw Refusal(
      .limit,
      message: "you have submitted \(obstacle.rate.count) times within"
        + " \(obstacle.rate.within.notation), which is the limit; try again in \(seconds) s")
  }

  func checkRoom(for key: RequestKey, _ kind: Kind) throws(Refusal) {
    if requests[key] == nil, requests.count(of: key.owner) >= settings.requestsPerUser {
      throw Refusal(
        .limit, field: "id", value: key.id,
        message: "you have \(settings.requestsPerUser) requests waiting, which is the limit;"
          + " cancel some first (`rubatoctl list` shows them)")
    }
    guard let app = key.app, let limit = settings.requestsPerApp(of: kind),
      pending(besides: key, kind) >= limit
    else { return }
    throw Refusal(
      .limit, field: "id", value: key.id,
      message: "app '\(app)' has \(limit) of kind \(kind.rawValue) waiting, which is the limit;"
        + " submit with the id of one of them to replace it, or cancel it first")
  }

  func checkSize(of request: Request) throws(Refusal) {
    try SubmissionCheck(settings: settings, zoneSeconds: zoneSeconds).checkSize(of: request)
    try checkBytes(
      of: request.key.owner, instead: requests.textSize(of: request.key), request.textSize,
      field: "command")
  }

  func checkSize(of app: App) throws(Refusal) {
    let size = app.textSize
    guard size <= settings.longestApp else {
      throw Refusal(
        .limit, field: "permittedIdentifiers", value: "\(size) bytes",
        message: "the app declares \(size) bytes of text; the limit is \(settings.longestApp)."
          + " Without identifiers it may submit any")
    }
    try checkBytes(
      of: app.key.owner, instead: apps[app.key]?.textSize ?? 0, size,
      field: "permittedIdentifiers")
  }

  /// Throws where `size` bytes instead of `old` are more than `owner` may have in all.
  private func checkBytes(
    of owner: UInt32, instead old: Int, _ size: Int, field: String
  ) throws(Refusal) {
    let others = requests.textSize(of: owner) + apps.textSize(of: owner) - old
    guard size > old, others + size > settings.bytesPerUser else { return }
    throw Refusal(
      .limit, field: field, value: "\(size) bytes",
      message: "your other requests and apps have \(others) bytes of text, and this one would bring"
        + " them beyond the limit of \(settings.bytesPerUser); cancel some first (`rubatoctl list`"
        + " shows them)")
  }

  /// How many other requests of the kind wait for the app of `key`. What runs does not wait.
  private func pending(besides key: RequestKey, _ kind: Kind) -> Int {
    let running = activeRuns.all.filter {
      isOther($0.run.key, than: key) && requests[$0.run.key]?.kind == kind
        && requests[$0.run.key]?.sequence == $0.run.sequence
    }
    let own = requests[key]?.kind == kind ? 1 : 0
    return requests.count(of: kind, inAppOf: key) - running.count - own
  }

  private func isOther(_ other: RequestKey, than key: RequestKey) -> Bool {
    other.owner == key.owner && other.app == key.app && other.id != key.id
  }

  /// An app that declares background modes may submit only what they are for.
  func checkModes(of submission: Submission, for key: RequestKey) throws(Refusal) {
    guard let app = app(of: key), !app.backgroundModes.isEmpty,
      let kind = submission.kind, let mode = kind.backgroundMode,
      !app.backgroundModes.contains(mode)
    else { return }
    throw Refusal(
      .notPermitted, field: "kind", value: kind.rawValue,
      message: "app '\(app.key.id)' declares the background modes"
        + " \(app.backgroundModes.joined(separator: ", ")) only; register it again with '\(mode)'"
        + " among them to submit work of kind \(kind.rawValue)")
  }
}

extension App {
  /// What an app may declare: the values of Apple's UIBackgroundModes. Only three of them are about
  /// work that is submitted here.
  package static let knownBackgroundModes = [
    "audio", "bluetooth-central", "bluetooth-peripheral", "external-accessory", "fetch", "location",
    "nearby-interaction", "newsstand-content", "processing", "push-to-talk", "remote-notification",
    "voip",
  ]
}

extension Kind {
  /// The background mode that an app declares for such work, as Apple names it; nil where it needs
  /// none.
  package var backgroundMode: String? {
    switch self {
    case .refresh: "fetch"
    case .processing: "processing"
    case .push: "remote-notification"
    case .maintenance, .utility, .userInitiated: nil
    }
  }
}
