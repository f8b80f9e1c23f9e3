import Scheduling
import Testing

@testable import Files

/// Compares the table of keys with the settings.
struct PolicyKeyTests {
  /// Returns every number of `value`, by the name that its key must have.
  private func leaves(of value: Any, prefix: String = "") -> [String: String] {
    var leaves: [String: String] = [:]
    for child in Mirror(reflecting: value).children {
      // The storage of a property with a wrapper has an underscore before its name.
      let label = (child.label ?? "").drop { $0 == "_" }.description
      let isKind = prefix.isEmpty && Kind(rawValue: label) != nil
      let name = prefix + (isKind ? label : hyphened(label))
      let value = (child.value as? any HasLargeValue)?.largeValue ?? child.value
      switch value {
      case is KindRules, is QuotaSettings, is TierLimits, is QuotaBonus, is ReliabilitySettings,
        is EnergySettings, is ForecastSettings:
        leaves.merge(self.leaves(of: value, prefix: "\(name).")) { $1 }
      default: leaves[name] = "\(value)"
      }
    }
    return leaves
  }

  private func hyphened(_ label: String) -> String {
    label.map { $0.isUppercase ? "-\($0.lowercased())" : "\($0)" }.joined()
  }

  @Test func everyNumberOfTheSettingsHasAKey() {
    let numbers = Set(leaves(of: Settings()).keys)
    // The time of a bump is not a setting, and injected bugs have no keys.
    let others: Set = ["quotas.bump.at", "overlooks-apps", "queues-in-front", "ignores-users"]
    #expect(numbers.subtracting(others) == Set(PolicyKey.all.map(\.name)))
    #expect(numbers.count == PolicyKey.all.count + others.count)
  }

  @Test(arguments: PolicyKey.all.map(\.name))
  func writesItsOwnNumberAndNoOther(name: String) throws {
    let key = try #require(PolicyKey.named[name])
    let text = try #require(PolicyValues.another(than: Settings(), for: key), "\(name)")
    var settings = Settings()
    #expect(key.set(&settings, text))
    let (before, after) = (leaves(of: Settings()), leaves(of: settings))
    #expect(before.keys.filter { before[$0] != after[$0] } == [name])
    #expect(key.text(settings) == text)
  }

  @Test(arguments: PolicyKey.all.map(\.name))
  func takesItsDefaultAsItWritesIt(name: String) throws {
    let key = try #require(PolicyKey.named[name])
    var settings = Settings()
    #expect(key.set(&settings, key.text(settings)))
    #expect(settings == Settings())
    #expect(!key.set(&settings, "nonsense") && settings == Settings())
  }

  @Test func aListWithoutItemsIsNone() throws {
    let key = try #require(PolicyKey.named["groups"])
    var settings = Settings()
    #expect(key.text(settings) == "none")
    for text in ["none", ""] {
      #expect(key.set(&settings, "encode=3") && key.text(settings) == "encode=3")
      #expect(key.set(&settings, text) && settings == Settings())
    }
    let blocks = try #require(PolicyKey.named["reliability.blocks"])
    #expect(!blocks.set(&settings, "none"))
  }

  @Test func whatIsWrittenIsReadTheSame() throws {
    var settings = Settings()
    for key in PolicyKey.all {
      var changed = settings
      guard let text = PolicyValues.another(than: settings, for: key),
        key.set(&changed, text), PolicyRelation.all.allSatisfy({ $0.holds(changed) })
      else { continue }
      settings = changed
    }
    let isOther = PolicyKey.all.filter { $0.text(settings) != $0.text(Settings()) }
    #expect(isOther.count > PolicyKey.all.count / 2)
    for isExplained in [true, false] {
      let yaml = PolicyText.yaml(settings, isExplained: isExplained)
      #expect(try Settings(policy: yaml, file: "policy.yaml") == settings)
    }
    let short = PolicyText.yaml(settings, onlyChanged: true)
    #expect(try Settings(policy: short, file: "policy.yaml") == settings)
    #expect(short.split(separator: "\n").count == isOther.count)
  }

  /// `policy show --changed` shows a text without its neighbours: it refers to another key only by name.
  @Test(arguments: PolicyKey.all.map(\.name))
  func itsTextNeedsNoNeighbour(name: String) throws {
    let text = try #require(PolicyKey.named[name]).about
    let words = Set(text.split { !$0.isLetter }.map { String($0) })
    #expect(words.isDisjoint(with: ["these", "those", "such"]), "\(text)")
    // Every second part of the text is in backquotes.
    let parts = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
    for quoted in parts where quoted.offset % 2 == 1 && quoted.element != "explain" {
      let names = [String(quoted.element), "processing.\(quoted.element)"]
      #expect(names.contains { PolicyKey.named[$0] != nil }, "\(text)")
    }
  }

  @Test func theDefaultsHold() {
    for relation in PolicyRelation.all {
      #expect(relation.holds(Settings()), "\(relation.lower)")
      #expect(PolicyKey.named[relation.lower] != nil && PolicyKey.named[relation.upper] != nil)
    }
  }
}

/// Values for tests.
enum PolicyValues {
  private static let texts = [
    "7", "8", "100", "70000", "7.5", "37%", "11s", "1m30s", "2h", "3h", "9d", "yes", "no", "none",
    "kill", "complete",
    "fair",
    "serious",
    "holds", "scored", "ignored", "expires", "utility", "app", "never", "plugged-in from 41%",
    "64M", "encode=3, upload=2", "up-to 48",
    "on-battery after 12.5%", "1h, 2h", "7/1m, 9/2m",
    "Mon..Fri 08:00..18:00", "1000 22:00..06:00",
    "/usr/bin/logger 'a: \"b\", #c'",
  ]

  /// Returns a text that `key` accepts and that differs from the value in `settings`.
  static func another(than settings: Settings, for key: PolicyKey) -> String? {
    texts.first { text in
      var changed = settings
      return key.set(&changed, text) && changed != settings && key.text(changed) == text
    }
  }
}

/// A wrapper that keeps a value outside of its structure, of any type.
private protocol HasLargeValue {
  var largeValue: Any { get }
}

extension Apart: HasLargeValue {
  fileprivate var largeValue: Any { wrappedValue }
}
