// A standing request that is submitted again with fewer options would silently lose the omitted options.
extension Submission {
  /// The options that a standing request can lose by another submission of its id.
  package enum Loss: String, CaseIterable, Codable, Sendable {
    case everything
    /// Options, but not the repetition itself.
    case options
    case nothing
  }

  /// Returns a warning that names the options of `standing` which are lost if `request` replaces it; `nil` if none are
  /// lost.
  ///
  /// - Throws: A refusal if the submission does not allow that they are lost.
  func losses(
    of standing: Request?, by request: Request, _ settings: Settings
  ) throws(Refusal) -> Warning? {
    guard let standing, standing.isStanding, standing.terms.task == nil, terms.declaration == nil,
      amendment == nil
    else { return nil }
    let lost = standing.options(lostBy: request, latestIsNamed: latest != nil, settings)
    guard !lost.isEmpty else { return nil }
    let words = lost.joined(separator: ", ")
    let ends = !request.isStanding
    switch mayLose ?? .everything {
    case .nothing: throw .loses(words, request.key, isOnce: ends)
    case .options where ends: throw .loses(words, request.key, isOnce: true)
    case .options, .everything: break
    }
    return Warning(
      code: .losesOptions,
      text: "the replaced request also had: \(words)\(ends ? "; the new one runs once" : "");"
        + " to change some options and keep the others, use `rubatoctl set \(request.key.id) --latest"
        + " 'Fri 18:00'`")
  }
}

extension Request {
  /// Fields that are compared by their effective value, even if they were not given.
  private static let comparedApart: Set = ["kind", "atLatest"]

  /// Returns the options that `other`, which replaces this request, would no longer have, as users type them.
  ///
  /// - Parameter latestIsNamed: Whether the submission of `other` names a latest date.
  fileprivate func options(
    lostBy other: Request, latestIsNamed: Bool, _ settings: Settings
  ) -> [String] {
    var kept = Self.comparedApart.union(other.terms.givenOptions.map(\.field))
    // Rows of older versions contain a delay, even if it was not given.
    if terms.backoff.delay(after: 1, settings) == other.terms.backoff.delay(after: 1, settings) {
      kept.insert("backoffDelay")
    }
    var lost = terms.givenOptions.filter { !kept.contains($0.field) }.map(\.words)
    if terms.kind != other.terms.kind, other.terms.kind == .usual {
      lost.append("kind \(terms.kind.rawValue)")
    }
    // A default latest date is at least two intervals away.
    if !latestIsNamed, let period, let length = latestAfterOpening, length < period.every,
      length != other.latestAfterOpening
    {
      lost.append("a latest date \(length.notation) after its beginning")
    }
    if window.atLatest != .relax, other.window.atLatest == .relax {
      lost.append("at-latest \(window.atLatest.rawValue)")
    }
    return lost + terms.command.variables(lostBy: other.terms.command)
  }
}

extension Command {
  /// The maximum number of named variables.
  private static let named = 5

  /// Returns the names of variables that `other` no longer has, as users type them. Variables that every command
  /// inherits are ignored: they differ by the place of the submission.
  fileprivate func variables(lostBy other: Command) -> [String] {
    let names = environment.keys.sorted()
    let lost = names.filter { !InheritedVariables.contains($0) && other.environment[$0] == nil }
    let rest = lost.count - Self.named
    return lost.prefix(Self.named).map { "env \($0)" }
      + (rest > 0 ? ["env of \(rest) more"] : [])
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
        + " keep the others: `rubatoctl set \(key.id) --latest 'Fri 18:00'`. To replace it anyway:"
        + " --if-pending replace"
    )
  }
}
