/// The requests of the same user that a request waits for before each of its runs, by their ids.
package struct Predecessors: Hashable, Codable, Sendable {
  /// Ids of requests that must complete, each once.
  package var toComplete: [String] = []
  /// Ids of requests that must end, completed or not, each once.
  package var toEnd: [String] = []

  package init() {}

  /// The maximum number of ids of a request.
  package static let most = 16

  package var isEmpty: Bool { toComplete.isEmpty && toEnd.isEmpty }

  /// All ids, each once.
  package var all: [String] { Self.named(toComplete + toEnd) }

  /// Returns ids as users give them, each once. Several ids can be in one word, separated by commas.
  package static func named(_ words: [String]) -> [String] {
    // A call can have many, and they are counted later.
    var seen: Set<String> = []
    return words.flatMap { $0.split(separator: ",").map(String.init) }.filter {
      seen.insert($0).inserted
    }
  }

  /// Throws a refusal if there are too many ids, if one is malformed, or if `submission` has an option that contradicts
  /// them.
  func check(_ submission: Submission) throws(Refusal) {
    if isEmpty { return }
    let field = toComplete.isEmpty ? "afterAny" : "after"
    guard all.count <= Self.most else {
      throw Refusal(
        field: field, value: "\(all.count) ids",
        allowed: "at most \(Self.most) ids; submit a request between them that follows some of them"
      )
    }
    for id in all { try SubmissionCheck.checkName(id, field: field) }
    if let id = toComplete.first(where: toEnd.contains) {
      throw Refusal(
        .invalid, field: "afterAny", value: id,
        message: "'\(id)' is in `after` and in `afterAny`; leave out one of them")
    }
    let terms = submission.terms
    guard submission.app == nil, terms.task == nil else {
      throw Refusal(
        .invalid, field: field, value: all.joined(separator: ","),
        message: "\(field) and `app` exclude each other; a request of an app cannot follow others")
    }
    let others: [(field: String, isGiven: Bool)] = [
      ("every", terms.every != nil), ("on", !terms.calendar.isEmpty),
      ("whenChanged", !terms.needs.changes.isEmpty), ("exact", terms.run.isExact),
    ]
    guard let other = others.first(where: \.isGiven)?.field else { return }
    throw Refusal(
      .invalid, field: field, value: all.joined(separator: ","),
      message:
        "\(field) and `\(other)` exclude each other: a request that follows others starts when"
        + " they have ended, and repeats if they repeat; leave out one of them")
  }
}
