import OrderedCollections

// What a submission must be to become a request. Every refusal names the field, the value and what
// is allowed.
extension Scheduler {
  /// The key that a submission asks for, or one made from the command's name.
  func key(of submission: Submission) throws(Refusal) -> RequestKey {
    if isDraining { throw .stopping }
    let app = try app(of: submission)
    if let id = submission.id { try checkName(id, field: "id") }
    let key =
      submission.id.map { RequestKey(owner: submission.owner, app: submission.app, id: $0) }
      ?? unusedKey(for: submission)
    if let app { try checkPermission(of: app, for: key) }
    return key
  }

  private func app(of submission: Submission) throws(Refusal) -> App? {
    guard let id = submission.app else { return nil }
    try checkName(id, field: "app")
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

  func checkName(_ name: String, field: String) throws(Refusal) {
    let startsWell = name.utf8.first?.isLetterOrDigit ?? false
    guard startsWell, name.utf8.count <= 128, name.utf8.allSatisfy(\.isOfName) else {
      throw Refusal(
        field: field, value: String(name.prefix(140)),
        allowed: "1 to 128 letters, digits and . _ @ : -, beginning with a letter or digit")
    }
  }

  func makeRequest(
    _ submission: Submission, _ key: RequestKey, at now: Instant
  ) throws(Refusal) -> Request {
    let kind = submission.kind ?? .maintenance
    try checkRate(of: submission, at: now)
    try checkModes(of: submission, for: key)
    try checkRoom(for: key, kind)
    try check(submission.command)
    try check(submission.terms)
    try submission.needs.check()
    var request = Request(
      key: key, sequence: nextSequence, kind: kind, command: submission.command,
      submitted: now.wall, window: try window(of: submission, at: now))
    if let period = try period(of: submission, request.window) {
      request.period = period
      request.window = period.window(
        atLatest: request.window.atLatest, rest: settings.rest(in: period.every))
    }
    request.requires = submission.requires
    request.prefers = submission.prefers
    request.budget = try budget(of: submission, kind)
    request.grace = try duration(
      submission.grace, field: "grace",
      in:
        .zero...(submission.command.unit == nil
        ? settings.longestGrace : settings.longestUnitGrace))
    request.allowsBattery = submission.allowsBattery
    request.isExpedited = submission.isExpedited
    if let group = submission.group { try checkName(group, field: "group") }
    request.group = submission.group
    request.retries = try retries(of: submission, default: request.retries)
    request.backoff = Backoff(
      growth: submission.backoff ?? .exponential,
      first: try duration(
        submission.backoffDelay, field: "backoffDelay",
        in: settings.shortestBackoff...settings.longestBackoff) ?? settings.firstBackoff)
    request.needs = submission.needs
    request.terms = submission.terms
    request.declaration = submission.declaration
    request.timer = submission.timer
    if let old = requests[key] { request.history = old.history }
    request.retryState = retryState(for: request, at: now)
    keepRhythm(&request, submission, at: now)
    try checkSize(of: request)
    return request
  }

  private func retries(of submission: Submission, default: Int) throws(Refusal) -> Int {
    guard let retries = submission.retries else { return `default` }
    guard (0...1000).contains(retries) else {
      throw Refusal(field: "retries", value: String(retries), allowed: "0 to 1000")
    }
    return retries
  }

  private func budget(of submission: Submission, _ kind: Kind) throws(Refusal) -> Duration? {
    let longest = settings.rules(of: kind).longestBudget
    return try duration(
      submission.budget, field: "budget", in: .milliseconds(100)...longest,
      hint: " (the most that kind \(kind.rawValue) may have)")
  }

  func duration(
    _ value: Duration?, field: String, in range: ClosedRange<Duration>, hint: String = ""
  ) throws(Refusal) -> Duration? {
    guard let value, !range.contains(value) else { return value }
    throw Refusal(
      field: field, value: value.notation,
      allowed: "\(range.lowerBound.notation) to \(range.upperBound.notation)\(hint)")
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Whether names may have it: no byte of a character that is not ASCII is.
  fileprivate var isOfName: Bool {
    switch self {
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "@"), UInt8(ascii: ":"),
      UInt8(ascii: "-"):
      true
    default: isLetterOrDigit
    }
  }
}
