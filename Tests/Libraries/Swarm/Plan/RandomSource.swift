/// SplitMix64: a seed and a stream give the same numbers on every platform.
struct RandomSource: RandomNumberGenerator {
  private var state: UInt64

  /// Each stream of a seed is independent of the others, so that the draws for one action stay the same if other
  /// actions are left out.
  init(seed: UInt64, stream: UInt64) {
    var mixed = RandomSource(state: stream &* 0xD6E8_FEB8_6659_FD93)
    state = seed &* 0x2545_F491_4F6C_DD1D ^ mixed.next()
  }

  private init(state: UInt64) {
    self.state = state
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 to below `count`.
  mutating func below(_ count: Int) -> Int {
    Int(((next() >> 32) &* UInt64(count)) >> 32)
  }

  /// Returns `true` once in `count` times.
  mutating func isOne(in count: Int) -> Bool { below(count) == 0 }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[below(elements.count)]
  }

  /// Returns a duration up to `longest`; shorter ones are more likely.
  mutating func duration(upTo longest: Duration) -> Duration {
    let share = Double(below(1 << 20)) / Double(1 << 20)
    return .nanoseconds(Int64(Double(longest.components.seconds) * share * share * 1e9))
  }
}
