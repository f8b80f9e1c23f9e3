// A standing request that is submitted again with fewer options would silently lose the omitted options.
extension Submission {
  /// The options that a standing request can lose by another submission of its id.
  package enum Loss: String, CaseIterable, Codable, Sendable {
    case everything
    /// Options, but not the repetition itself.
    case options
    case nothing
  }

  /// Returns a warning that names the options of `present` which are lost if `request` replaces it; `nil` if none are
  /// lost.
  ///
  /// - Throws: A refusal if the submission does not allow that they are lost.
  func losses(
    of present: Request?, by request: Request, _ settings: Settings
  ) throws(Refusal) -> Warning? {
    // An app submits its task as a whole, and a file declares its request as a whole. A change (`amendment`) was made
    // from the present request, whose other options it has.
    guard let present, present.isStanding, present.terms.task == nil, terms.declaration == nil,
      amendment == nil
    else { return nil }
    let lostOptions = present.options(lostBy: request, latestIsNamed: latest != nil, settings)
    guard !lostOptions.isEmpty else { return nil }
    let words = lostOptions.map(\.words).joined(separator: ", ")
    let losesRepetition = !request.isStanding
    switch mayLose ?? .everything {
    case .nothing: throw .loses(words, request.key, isOnce: losesRepetition)
    case .options where losesRepetition: throw .loses(words, request.key, isOnce: true)
    case .options, .everything: break
    }
    return Warning(
      code: .losesOptions,
      text:
        "the replaced request also had: \(words)\(losesRepetition ? "; the new one runs once" : "")"
        + request.restoringAdvice(lostOptions))
  }
}

/// One option that a request loses if another request replaces it.
private struct LostOption {
  /// The option in messages: `every 1d`.
  let words: String
  /// The arguments of `rubatoctl set` that restore the option: `--every 1d`; empty if it cannot be named.
  let arguments: String

  init(_ words: String, _ arguments: String) {
    (self.words, self.arguments) = (words, arguments)
  }

  /// Creates the lost option with the arguments that restore all its values.
  init(_ option: GivenOption) {
    words = option.words
    // An element can contain a comma, so each has an option of its own.
    let values = option.value.words.map { "--\(option.flag) \(ShellText.quoted($0))" }
    arguments = values.isEmpty ? "--\(option.flag)" : values.joined(separator: " ")
  }
}

extension Request {
  /// Returns the end of the warning, with the command that gives the lost options to this request; empty if no lost
  /// option can be typed.
  fileprivate func restoringAdvice(_ lost: [LostOption]) -> String {
    let arguments = lost.map(\.arguments).filter { !$0.isEmpty }.joined(separator: " ")
    guard !arguments.isEmpty else { return "" }
    return "; restore these options with `rubatoctl set \(key.name) \(arguments)`"
  }

  /// Fields that are compared by their effective value, even if they were not given.
  private static let comparedApart: Set = ["kind", "atLatest"]

  /// Returns the options that `other`, which replaces this request, would no longer have.
  ///
  /// - Parameter latestIsNamed: Whether the submission of `other` names a latest date.
  fileprivate func options(
    lostBy other: Request, latestIsNamed: Bool, _ settings: Settings
  ) -> [LostOption] {
    var kept = Self.comparedApart.union(other.terms.givenOptions.map(\.field))
    // Rows of older versions contain a delay, even if it was not given.
    if terms.backoff.delay(after: 1, settings) == other.terms.backoff.delay(after: 1, settings) {
      kept.insert("backoffDelay")
    }
    // An interval (`every`) and a calendar (`on`) exclude each other, so that the other one cannot be restored.
    let excluded = other.terms.calendar.isEmpty ? other.terms.every.map { _ in "on" } : "every"
    var lost = terms.givenOptions.filter { !kept.contains($0.field) }.map { option in
      option.field == excluded ? LostOption(option.words, "") : LostOption(option)
    }
    // Only the default kind can come from an omitted option; any other kind was chosen.
    if terms.kind != other.terms.kind, other.terms.kind == .usual {
      let kind = terms.kind.rawValue
      lost.append(LostOption("kind \(kind)", "--kind \(kind)"))
    }
    // A default latest date is at least two intervals away.
    if !latestIsNamed, let period, let length = latestAfterOpening, length < period.every,
      length != other.latestAfterOpening
    {
      // With `=`, the client does not write the time in local form, which would be read in another zone.
      let date = UniversalTime.text(other.window.opens + length)
      lost.append(
        LostOption("a latest date \(length.notation) after its beginning", "--latest=\(date)"))
    }
    if window.atLatest != .relax, other.window.atLatest == .relax {
      let word = window.atLatest.rawValue
      lost.append(LostOption("at-latest \(word)", "--at-latest \(word)"))
    }
    return lost + terms.command.variables(lostBy: other.terms.command)
  }
}

extension Command {
  /// The maximum number of named variables.
  private static let mostNamed = 5

  /// Returns the variables that `other` no longer has, without their values, which can be secret. Variables that every
  /// command inherits are ignored: they differ by the place of the submission.
  fileprivate func variables(lostBy other: Command) -> [LostOption] {
    let names = environment.keys.sorted()
    let lost = names.filter { !InheritedVariables.contains($0) && other.environment[$0] == nil }
    // No shell accepts the placeholder of a value, so the user must replace it.
    var options = lost.prefix(Self.mostNamed).map { LostOption("env \($0)", "--env \($0)=<VALUE>") }
    let rest = lost.count - Self.mostNamed
    if rest > 0 { options.append(LostOption("env of \(rest) more", "")) }
    return options
  }
}

extension Refusal {
  /// Returns the refusal to replace the request `key`, which would lose the options `words`. `isOnce` means that the
  /// new request does not repeat.
  fileprivate static func loses(_ words: String, _ key: RequestKey, isOnce: Bool) -> Refusal {
    let effect = isOnce ? "make it run once, without" : "take away"
    return Refusal(
      .invalid, field: "mayLose", value: words,
      message:
        "'\(key.id)' is already queued, and this would \(effect) \(words). To change some options and"
        + " keep the others, use `set`, as in `rubatoctl set \(key.id) --latest 'Fri 18:00'`."
        + " To replace it anyway: --if-pending replace"
    )
  }
}
