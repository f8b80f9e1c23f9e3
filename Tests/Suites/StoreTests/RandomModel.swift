import Foundation
import Scheduling

/// Random values of the model, the same for the same seed.
struct RandomModel {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  // SplitMix64 (Steele, Lea, Flood 2014).
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int {
    Int(next() % UInt64(bound))
  }

  mutating func noise(_ count: Int) -> Data {
    Data((0..<count).map { _ in UInt8(truncatingIfNeeded: next()) })
  }

  mutating func flag() -> Bool {
    below(2) == 0
  }

  mutating func element<Value>(of values: [Value]) -> Value {
    values[below(values.count)]
  }

  mutating func maybe<Value>(_ make: (inout RandomModel) -> Value) -> Value? {
    flag() ? make(&self) : nil
  }

  mutating func list<Value>(_ longest: Int, _ make: (inout RandomModel) -> Value) -> [Value] {
    var values: [Value] = []
    for _ in 0..<below(longest + 1) { values.append(make(&self)) }
    return values
  }

  /// Text with all that is awkward in JSON, SQL and C.
  mutating func text() -> String {
    let pieces = [
      "a", "Z", "0", " ", "\"", "\\", "'", "/", "\n", "\t", "\r", "\u{0}", "\u{1f}", "\u{7f}", "ä",
      "e\u{301}", "\u{20ac}", "\u{1f98b}", "{", "}", "[", "]", ",", ":", "%", "?", "NULL",
      "\\u0041",
      "\u{feff}", "\u{2028}",
    ]
    return list(12) { $0.element(of: pieces) }.joined()
  }

  /// Returns a small number, or any number that a store can contain.
  mutating func number(in range: ClosedRange<Int64>) -> Int64 {
    let most = flag() ? min(range.upperBound, range.lowerBound + 1000) : range.upperBound
    return range.lowerBound + Int64(next() % UInt64(most - range.lowerBound + 1))
  }

  mutating func count() -> Int64 {
    number(in: Allowed.bytes)
  }

  mutating func moment<Reading>() -> Timestamp<Reading> {
    Timestamp(nanoseconds: number(in: Allowed.sinceBoot))
  }

  mutating func duration() -> Duration {
    .nanoseconds(number(in: Allowed.length))
  }

  mutating func instant() -> Instant {
    Instant(wall: moment(), boot: moment(), awake: moment())
  }

  mutating func word<Word: CaseIterable>() -> Word {
    element(of: Array(Word.allCases))
  }
}
