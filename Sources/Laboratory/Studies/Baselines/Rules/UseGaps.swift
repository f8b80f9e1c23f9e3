import Scheduling
import Simulation

/// The times until a use, as a histogram: a model of the time till usage.
struct UseGaps: Sendable {
  private static let bin = Duration.minutes(15)
  /// Two days; longer gaps share the last bin.
  private static let bins = 192
  private static let hour = 4

  private var counts = [Int](repeating: 0, count: bins + 1)
  private var number = 0
  private var whole = Duration.zero

  mutating func note(_ gap: Duration) {
    counts[Self.place(gap)] += 1
    number += 1
    whole += gap
  }

  private static func place(_ gap: Duration) -> Int {
    Int(min(Int64(bins), max(0, gap.nanoseconds / bin.nanoseconds)))
  }

  /// Returns the chance of the use in the next hour, if it did not follow within `elapsed`: the share of the longer
  /// gaps that ended within the hour. One more gap, with the mean chance, is added to the learned ones.
  func chanceWithinHour(after elapsed: Duration) -> Double {
    let hours = max(1, (whole + elapsed).seconds / 3600)
    let rate = Double(number + 1) / hours
    let place = Self.place(elapsed)
    let longer = counts[place...].reduce(0, +)
    let ended =
      place < Self.bins ? counts[place..<min(Self.bins, place + Self.hour)].reduce(0, +) : 0
    return (Double(ended) + rate / (1 + rate)) / Double(longer + 1)
  }
}
