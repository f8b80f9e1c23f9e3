import Foundation
import Scheduling
import Testing

@testable import Files
@testable import Recording

/// A policy file may contain every allowed value: the scheduler works with it, and can be replayed.
struct PolicyExtremesTests {
  /// Returns the bounds, or all words, that a key allows.
  private static func words(_ key: PolicyKey) -> [String] {
    var text = key.allowed
    for (old, new) in [
      (", or ", ", "), (" or ", ", "), (" to ", ", "), ("'", ""), ("each ", ""),
      (" of the window", ""), ("such as ", ""), ("a list of 0", ""),
      ("30%", "0%, plugged-in from 100%"),
      ("90%", "0%, on-battery after 100%"),
    ] {
      text = text.replacingOccurrences(of: old, with: new)
    }
    return text.components(separatedBy: ", ")
  }

  /// Returns the defaults with one number at one of its bounds. Related numbers, which must not be smaller or larger,
  /// change with it.
  private static func extremes(of key: PolicyKey) -> [Settings] {
    words(key).compactMap { word in
      var settings = Settings()
      return push(&settings, key, to: word) && settings != Settings() ? settings : nil
    }
  }

  /// Returns whether `settings` could be changed to this value.
  private static func push(_ settings: inout Settings, _ key: PolicyKey, to word: String) -> Bool {
    var next = settings
    guard key.set(&next, word) else { return false }
    for _ in 0..<4 {
      for relation in PolicyRelation.all where !relation.holds(next) {
        let other = relation.lower == key.name ? relation.upper : relation.lower
        _ = PolicyKey.named[other]?.set(&next, key.text(next))
      }
    }
    guard PolicyRelation.all.allSatisfy({ $0.holds(next) }) else { return false }
    settings = next
    return true
  }

  private func live(_ settings: Settings, seed: UInt64, events: Int, _ name: String) throws {
    let life = try RecordedLife(seed: seed, settings: settings)
    try life.live(events: events)
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: life.path)))
    var reader = try RecordingReader(bytes, file: name)
    let replay = try Replay(&reader)
    #expect(replay.differing == 0 && replay.events > events * 2 / 3, "\(name)")
    // Then events hours apart, for days, from which habits are learned. The scheduler is called whenever it asks for a
    // step.
    life.recordNoMore()
    try life.live(events: events, longestPause: .hours(8), isWoken: true)
    #expect(life.longestSpin < 20, "\(name)")
  }

  @Test(arguments: PolicyKey.all.map(\.name))
  func theSchedulerLivesWithEveryBound(name: String) throws {
    let key = try #require(PolicyKey.named[name])
    for settings in Self.extremes(of: key) {
      try live(settings, seed: 7, events: 24, "\(name): \(key.text(settings))")
    }
  }

  /// Bounds that are harmless on their own may not be harmless together.
  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func theSchedulerLivesWithManyBoundsAtOnce(seed: UInt64) throws {
    var generator = SplitMix(state: seed)
    var settings = Settings()
    for key in PolicyKey.all {
      let words = Self.words(key)
      let word =
        switch seed {
        case 1: words.first ?? ""
        case 2: words.last ?? ""
        default: words[generator.below(words.count)]
        }
      _ = Self.push(&settings, key, to: word)
    }
    try live(settings, seed: seed, events: 60, "seed \(seed)")
  }

  /// Every key has a bound that is not its default, and most have both.
  @Test func noKeyIsLeftOut() {
    let counts = PolicyKey.all.map { Self.extremes(of: $0).count }
    let none = zip(PolicyKey.all, counts).filter { $1 == 0 }.map(\.0.name)
    #expect(none.isEmpty, "\(none)")
    #expect(counts.count { $0 > 1 } > counts.count * 3 / 4)
  }
}
