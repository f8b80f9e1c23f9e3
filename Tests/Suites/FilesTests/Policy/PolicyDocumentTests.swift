import FoundationEssentials
import Scheduling
import Testing

@testable import Files

/// The tables of docs/policy.md must match the keys.
struct PolicyDocumentTests {
  private let lines: [String]

  init() throws {
    var file = "\(#filePath)"[...]
    for _ in 0..<5 { file = file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex) }
    let text = try String(contentsOfFile: file + "/docs/policy.md", encoding: .utf8)
    lines = text.split(separator: "\n").map { String($0) }
  }

  private func value(_ name: String) -> String {
    PolicyKey.named[name].map { $0.text(Settings()) } ?? ""
  }

  /// Returns a row for the rest of the key's name, which `names` have in common, with a value for each of them.
  private func row(_ key: PolicyKey, behind prefix: String, _ names: [String]) -> String {
    let rest = key.name.dropFirst(prefix.count)
    let values = names.map { value($0 + rest) }
    return "| `\(rest)` | \(key.about) | \(key.allowed) | \(values.joined(separator: " | ")) |"
  }

  @Test func everyKeyHasItsRow() {
    let kinds = Kind.allCases.map { "\($0.rawValue)." }
    let tiers = Tier.allCases.filter { $0 != .never }.map { "quotas.\($0.rawValue)." }
    for key in PolicyKey.all {
      let isKind = kinds.contains { key.name.hasPrefix($0) }
      let isTier = tiers.contains { key.name.hasPrefix($0) }
      let row =
        if isKind {
          self.row(PolicyKey.named[named(key, kinds, kinds[0])] ?? key, behind: kinds[0], kinds)
        } else if isTier {
          self.row(PolicyKey.named[named(key, tiers, tiers[0])] ?? key, behind: tiers[0], tiers)
        } else {
          "| `\(key.name)` | \(value(key.name)) | \(key.allowed) | \(key.about) |"
        }
      #expect(lines.contains(row), "\(row)")
    }
  }

  /// Returns the name of the same key in the first of `groups`.
  private func named(_ key: PolicyKey, _ groups: [String], _ first: String) -> String {
    let group = groups.first { key.name.hasPrefix($0) } ?? ""
    return first + key.name.dropFirst(group.count)
  }

  @Test func noRowIsOfAKeyThatThereIsNot() {
    let names = Set(PolicyKey.all.map(\.name))
    for line in lines where line.hasPrefix("| `") {
      let name = line.dropFirst(3).prefix { $0 != "`" }
      #expect(
        names.contains(String(name)) || names.contains("refresh.\(name)")
          || names.contains("quotas.rare.\(name)"), "\(name)")
    }
  }
}
