// Submitted again with fewer options, what comes back after each run would quietly become something else.
extension Submission {
  /// What a request that comes back after each run may lose by another submission of its id.
  package enum Loss: String, CaseIterable, Codable, Sendable {
    case everything
    /// Not that it comes back.
    case options
    case nothing
  }

  /// What is lost of `standing` where `request` takes its place; nil where that is nothing.
  ///
  /// - Throws: Where it must not be lost.
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
      text: "the request that it replaced had \(words)\(ends ? ", and this one runs once" : "");"
        + " to change some options and keep the others, use: rubatoctl set \(request.key.id)")
  }
}

extension Request {
  /// The kind and the answer to the latest date are compared by their value, whether they were named or not.
  private static let comparedApart: Set = ["kind", "atLatest"]

  /// The options that `other` would not have any more, as they are typed.
  fileprivate func options(
    lostBy other: Request, latestIsNamed: Bool, _ settings: Settings
  ) -> [String] {
    var kept = Self.comparedApart.union(other.terms.givenOptions.map(\.field))
    // Rows of older versions hold a delay, whether it was named or not.
    if terms.backoff.delay(after: 1, settings) == other.terms.backoff.delay(after: 1, settings) {
      kept.insert("backoffDelay")
    }
    var lost = terms.givenOptions.filter { !kept.contains($0.field) }.map(\.words)
    if terms.kind != other.terms.kind, other.terms.kind == .usual {
      lost.append("kind \(terms.kind.rawValue)")
    }
    // A latest date that nobody named is at least two intervals away.
    if !latestIsNamed, let period, let length = latestAfterOpening, length < period.every {
      lost.append("a latest date \(length.notation) after its beginning")
    }
    if window.atLatest != .relax, other.window.atLatest == .relax {
      lost.append("at-latest \(window.atLatest.rawValue)")
    }
    return lost + terms.command.variables(lostBy: other.terms.command)
  }
}

extension Command {
  /// So many variables are named.
  private static let named = 5

  /// The names of variables that `other` does not have any more, as they are typed. What every command inherits is not
  /// asked for, and differs by where it was submitted.
  fileprivate func variables(lostBy other: Command) -> [String] {
    let names = environment.keys.sorted()
    let lost = names.filter { !InheritedVariables.contains($0) && other.environment[$0] == nil }
    let rest = lost.count - Self.named
    return lost.prefix(Self.named).map { "env \($0)" }
      + (rest > 0 ? ["env of \(rest) more"] : [])
  }
}

extension Refusal {
  fileprivate static func loses(_ words: String, _ key: RequestKey, isOnce: Bool) -> Refusal {
    let effect = isOnce ? "make it run once, without" : "take away"
    return Refusal(
      .invalid, field: "mayLose", value: words,
      message:
        "'\(key.id)' is queued already, and this would \(effect) \(words). To change some options and"
        + " keep the others: rubatoctl set \(key.id). To replace it all the same: --if-pending replace"
    )
  }
}
