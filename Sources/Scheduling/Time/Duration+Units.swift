extension Duration {
  /// What 64 bits of nanoseconds hold: about 292 years.
  private static let longest = Duration.nanoseconds(Int64.max)
  private static let shortest = Duration.nanoseconds(Int64.min)

  /// The nearest duration that 64 bits of nanoseconds hold. `components` traps far beyond them.
  private var bounded: Duration {
    max(Self.shortest, min(self, Self.longest))
  }

  /// Whole nanoseconds, rounded toward zero and saturated at about 292 years.
  package var nanoseconds: Int64 {
    Int64(clamping: attoseconds / 1_000_000_000)
  }

  /// Seconds with their fraction, saturated at about 292 years.
  package var seconds: Double {
    let (seconds, attoseconds) = bounded.components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// `self / 2`, for much less.
  var half: Duration { Duration(attoseconds: attoseconds / 2) }

  package static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
  package static func hours(_ count: Int) -> Duration { .seconds(count * 3600) }
  package static func days(_ count: Int) -> Duration { .seconds(count * 86400) }
}
