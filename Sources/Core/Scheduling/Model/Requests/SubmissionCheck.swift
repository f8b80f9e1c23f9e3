/// The checks that a submission must pass to become a request, regardless of other requests. Every refusal names the
/// field, the value and the allowed values.
package struct SubmissionCheck {
  private let sharedSettings: Shared<Settings>
  /// The difference of clocks to UTC, for a submission without one.
  let zoneSeconds: Int

  package init(settings: Settings, zoneSeconds: Int) {
    self.init(settings: Shared(settings), zoneSeconds: zoneSeconds)
  }

  init(settings: Shared<Settings>, zoneSeconds: Int) {
    sharedSettings = settings
    self.zoneSeconds = zoneSeconds
  }

  var settings: Settings {
    _read { yield sharedSettings.value }
  }

  /// Returns the request that `submission` becomes under the identifier `id`, regardless of existing requests.
  ///
  /// - Throws: The first refusal.
  package func request(
    _ submission: Submission, named id: String, at now: WallTime
  ) throws(Refusal) -> Request {
    try Self.checkName(id, field: "id")
    let key = RequestKey(owner: submission.owner, app: submission.app, id: id)
    // Any sequence, since this request is not queued.
    let request = try request(submission, key, sequence: 1, at: now)
    try request.checkOverdueCommand()
    try checkSize(of: request)
    return request
  }

  /// Returns the request that `submission` becomes under `key`, with its window, period and wait for changes. The
  /// caller adds the state of a replaced request, and checks the size and the overdue command.
  ///
  /// - Throws: The first refusal.
  func request(
    _ submission: Submission, _ key: RequestKey, sequence: Int64, at now: WallTime
  ) throws(Refusal) -> Request {
    try check(submission)
    var request = Request(
      key: key, sequence: sequence, submission.terms, submitted: now,
      window: try window(of: submission, at: now))
    // A notification is due when its window opens.
    if let task = submission.terms.task { request.terms.task = task.dated(request.window.opens) }
    if var period = try period(of: submission, request.window) {
      period.earliest = submission.earliest?.resolved(from: now)
      request.period = period
      request.window = period.window(
        atLatest: request.window.atLatest, rest: request.rest(in: period.every, settings))
    }
    try checkTimes(of: submission.terms, owner: submission.owner)
    request.copyDatesIntoTerms()
    request.awaitChanges()
    return request
  }

  /// Throws a refusal if the command, the run options, the needs, the tags or the task of `submission` is not allowed.
  /// Dates and limits are checked separately.
  private func check(_ submission: Submission) throws(Refusal) {
    let terms = submission.terms
    try check(terms.command)
    try check(terms.run)
    try terms.needs.check()
    try terms.needs.changes.check(submission, settings)
    try terms.needs.predecessors.check(submission)
    try Tags.check(terms.run.tags)
    try terms.task?.check(submission)
    try checkExactTime(of: submission)
    try checkWaking(of: submission)
  }

  /// Throws a refusal if the budget, the grace, the retries or the backoff delay is out of range, or if the name of the
  /// group is malformed.
  private func checkTimes(of terms: Terms, owner: UInt32) throws(Refusal) {
    try checkBudget(of: terms, owner: owner)
    let longestGrace =
      terms.command.unit == nil ? settings.longestGrace : settings.longestUnitGrace
    try Self.check(terms.grace, field: "grace", in: .zero...longestGrace)
    if let group = terms.group { try Self.checkName(group, field: "group") }
    guard (0...1000).contains(terms.retries) else {
      throw Refusal(field: "retries", value: String(terms.retries), allowed: "0 to 1000")
    }
    try Self.check(
      terms.backoff.first, field: "backoffDelay",
      in: settings.shortestBackoff...settings.longestBackoff)
    try checkNotification(of: terms)
  }

  /// Throws a refusal if the time without a success after which the owner is notified is out of range, or not longer than
  /// the interval, within which periodic work cannot succeed again.
  private func checkNotification(of terms: Terms) throws(Refusal) {
    let limit = terms.run.notifyAfter
    try Self.check(limit, field: "notifyAfter", in: .seconds(10) ... .days(366))
    guard let limit, let every = terms.every, limit <= every else { return }
    throw Refusal(
      field: "notifyAfter", value: limit.notation,
      allowed: "a duration longer than the interval `every`, \(every.notation), such as"
        + " \((every + every).notation)")
  }

  /// Throws a refusal if the budget is below 100 ms or above the longest one. The message names the rule, and the key
  /// of the policy file that raises the maximum.
  private func checkBudget(of terms: Terms, owner: UInt32) throws(Refusal) {
    let rules = settings.rules(of: terms.kind)
    let longest = rules.longestBudget(of: terms, owner: owner)
    try Self.check(
      terms.budget, field: "budget", in: .milliseconds(100)...longest,
      hint: Self.hint(longest, of: terms, rules, owner: owner))
  }

  /// Returns the end of the refusal of a budget: whose maximum `longest` is, and the setting that raises it.
  private static func hint(
    _ longest: Duration, of terms: Terms, _ rules: KindRules, owner: UInt32
  ) -> String {
    let kind = terms.kind.rawValue
    // A maximum of the policy file applies to all; the default one depends on the task or the user.
    let whose =
      if rules.longestBudget != nil {
        ""
      } else if terms.task != nil {
        " for tasks of apps"
      } else if terms.kind == .userInitiated {
        " for commands"
      } else {
        owner == 0 ? " for root" : " for users other than root"
      }
    // The policy file can raise the maximum, unless it is already the highest that the file allows.
    let remedy =
      longest < KindRules.mostBudget
      ? "'\(kind).longest-budget' in the policy file raises it"
      : "longer work records checkpoints, and exits with 75 to continue in its next run"
    return " (the maximum of kind \(kind)\(whose); \(remedy))"
  }

  /// Throws a refusal of `field` if `value` is outside of `range`; `nil` is accepted. `hint` is appended to the range
  /// in the message.
  static func check(
    _ value: Duration?, field: String, in range: ClosedRange<Duration>,
    hint: @autoclosure () -> String = ""
  ) throws(Refusal) {
    guard let value, !range.contains(value) else { return }
    throw Refusal(
      field: field, value: value.notation,
      allowed: "\(range.lowerBound.notation) to \(range.upperBound.notation)\(hint())")
  }

  /// Throws a refusal of `field` unless `name` has 1 to 128 ASCII letters, digits and . _ @ : -, beginning with a
  /// letter or a digit.
  static func checkName(_ name: String, field: String) throws(Refusal) {
    guard isName(name) else {
      throw Refusal(
        field: field, value: String(name.prefix(140)),
        allowed: "1 to 128 letters, digits and . _ @ : -, beginning with a letter or digit")
    }
  }

  /// Returns whether `name` is allowed as the name of a request, an app or a group.
  package static func isName(_ name: some StringProtocol) -> Bool {
    let startsWell = name.utf8.first?.isLetterOrDigit ?? false
    return startsWell && name.utf8.count <= 128 && name.utf8.allSatisfy(\.isOfName)
  }

  /// Throws a refusal if the texts of `request` are longer than allowed, including everything that is kept from a
  /// replaced request.
  ///
  /// - Returns: The size of the texts.
  @discardableResult
  func checkSize(of request: Request) throws(Refusal) -> Int {
    let size = request.textSize
    guard size <= settings.longestRequest else {
      throw Refusal(
        .limit, field: "command", value: "\(size) bytes",
        message: "the request has \(size) bytes of text with its environment; the limit is"
          + " \(settings.longestRequest). Put long arguments into a file, or submit with fewer"
          + " variables")
    }
    return size
  }
}

extension UInt8 {
  /// Whether the character is an ASCII letter or digit.
  fileprivate var isLetterOrDigit: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  /// Whether names can contain it; no byte of a non-ASCII character is allowed.
  fileprivate var isOfName: Bool {
    switch self {
    case UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "@"), UInt8(ascii: ":"),
      UInt8(ascii: "-"):
      true
    default: isLetterOrDigit
    }
  }
}
