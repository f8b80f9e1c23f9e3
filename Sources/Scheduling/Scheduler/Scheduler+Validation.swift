import OrderedCollections

// What a submission must be beside all else that there is to become a request. What it must be by
// itself is in `SubmissionCheck`.
extension Scheduler {
  /// The key that a submission asks for, or one made from the command's name.
  func key(of submission: Submission) throws(Refusal) -> RequestKey {
    if isDraining { throw .stopping }
    let app = try app(of: submission)
    if let id = submission.id { try SubmissionCheck.checkName(id, field: "id") }
    let key =
      submission.id.map { RequestKey(owner: submission.owner, app: submission.app, id: $0) }
      ?? unusedKey(for: submission)
    if let app { try checkPermission(of: app, for: key) }
    return key
  }

  private func app(of submission: Submission) throws(Refusal) -> App? {
    guard let id = submission.app else { return nil }
    try SubmissionCheck.checkName(id, field: "app")
    if let app = apps[AppKey(owner: submission.owner, id: id)] { return app }
    throw Refusal(
      .notFound, field: "app", value: id,
      message: "there is no app '\(id)'; `rubatoctl app register \(id)` makes it known")
  }

  private func checkPermission(of app: App, for key: RequestKey) throws(Refusal) {
    let permitted = app.permittedIdentifiers
    guard !permitted.isEmpty, !permitted.contains(key.id) else { return }
    throw Refusal(
      .notPermitted, field: "id", value: key.id,
      message: "app '\(app.key.id)' may submit \(permitted.joined(separator: ", ")) only;"
        + " register it again with '\(key.id)' among its identifiers")
  }

  private func unusedKey(for submission: Submission) -> RequestKey {
    let command = submission.command
    let program =
      command.unit.map { String($0.prefix { $0 != "." }) } ?? command.arguments(ofStep: 0).first
      ?? ""
    let base = program.split(separator: "/").last.map { $0.filter(Self.isNameCharacter) } ?? ""
    let name = base.first.map { $0.isLetter || $0.isNumber } == true ? base : "task"
    var key = RequestKey(
      owner: submission.owner, app: submission.app, id: String(name.prefix(100)))
    var number = 2
    while requests[key] != nil || run(of: key) != nil {
      key.id = "\(name.prefix(100))-\(number)"
      number += 1
    }
    return key
  }

  private static func isNameCharacter(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "._@:-".contains(character))
  }

  func makeRequest(
    _ submission: Submission, _ key: RequestKey, at now: Instant
  ) throws(Refusal) -> Request {
    try checkRate(of: submission, at: now)
    try checkModes(of: submission, for: key)
    try checkRoom(for: key, submission.kind ?? .maintenance)
    let check = SubmissionCheck(settings: settings, zoneSeconds: zoneSeconds)
    var request = try check.request(submission, key, sequence: nextSequence, at: now.wall)
    if let old = requests[key] { request.history = old.history }
    request.retryState = retryState(for: request, at: now)
    keepRhythm(&request, submission, at: now)
    try checkSize(of: request)
    return request
  }
}
