/// Codes and keys that were renamed since version 0.1.0, and are still in databases, recordings and policy files of
/// that time. Readers of such data call this type; no other code knows the former names.
package enum FormerNames {
  /// The former codes of reasons.
  package static let reasons: [(former: String, present: Reason)] = [
    ("herd", .bootDelay), ("atOnce", .concurrencyLimit), ("forgotten", .appUnused),
    ("shortSpell", .unstableConditions),
  ]

  /// The former keys of policy files.
  private static let policyKeys: [(former: String, present: String)] =
    [
      ("herd-time", "boot-delay"), ("quotas.forgotten-gaps", "quotas.unused-gaps"),
      ("quotas.soonest-forgotten", "quotas.soonest-unused"),
      ("quotas.latest-forgotten", "quotas.latest-unused"),
      ("reliability.kills-that-bar", "reliability.kills-that-block"),
      ("reliability.bars", "reliability.blocks"),
      ("reliability.bars-remembered", "reliability.blocks-remembered"),
    ] + Kind.allCases.map { ("\($0.rawValue).lane", "\($0.rawValue).concurrency-class") }

  package static let allPolicyKeys = policyKeys.map(\.former)

  /// Returns the present code for the recorded `code`.
  package static func code(_ code: String) -> String {
    reasons.first { $0.former == code }?.present.rawValue ?? code
  }

  /// Returns the present name of the key `name`; `nil` if it was not renamed.
  package static func policyKey(_ name: String) -> String? {
    policyKeys.first { $0.former == name }?.present
  }

  /// Returns a recorded decision with the present codes of reasons. Only refusals (`refuse: ...`) name reasons; other
  /// decisions are returned unchanged.
  package static func decision(_ text: String) -> String {
    let words = text.split(separator: " ").map { String($0) }
    guard words.first == "refuse:" else { return text }
    return words.map { code($0) }.joined(separator: " ")
  }
}
