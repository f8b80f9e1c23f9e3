import Scheduling

/// SplitMix64, which gives the same numbers from the same seed everywhere.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  /// Returns the next number of the sequence: the state grows by a constant, and its bits are mixed.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 up to, and without, 1.
  package mutating func share() -> Double {
    // The 53 bits that a double represents exactly, divided by 2^53.
    Double(next() >> 11) / 9_007_199_254_740_992
  }

  /// Returns a duration from `range`, to the millisecond.
  package mutating func duration(in range: ClosedRange<Duration>) -> Duration {
    let length = (range.upperBound - range.lowerBound).seconds
    return range.lowerBound + .milliseconds(Int64(bounded: (length * share() * 1000).rounded()))
  }
}
