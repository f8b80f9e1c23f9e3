import Scheduling
import Simulation

/// The times until a use, as a histogram: a model of the time till usage.
struct UseGaps: Sendable {
  private static let binWidth = Duration.minutes(15)
  /// The number of bins in two days. One more bin has all longer gaps.
  private static let binsOfTwoDays = 192
  private static let binsOfHour = 4

  /// The number of gaps in each bin.
  private var counts = [Int](repeating: 0, count: binsOfTwoDays + 1)
  /// The number of all gaps, and their sum.
  private var gapCount = 0
  private var sum = Duration.zero

  /// Learns the time from one use to the next.
  mutating func note(_ gap: Duration) {
    counts[Self.bin(of: gap)] += 1
    gapCount += 1
    sum += gap
  }

  private static func bin(of gap: Duration) -> Int {
    Int(min(Int64(binsOfTwoDays), max(0, gap.nanoseconds / binWidth.nanoseconds)))
  }

  /// Returns the chance of the use in the next hour, if it did not follow within `elapsed`: the share of the longer
  /// gaps that ended within the hour. One more gap, with the mean chance, is added to the learned ones.
  func chanceWithinHour(after elapsed: Duration) -> Double {
    let seenHours = max(1, (sum + elapsed).seconds / 3600)
    let usesPerHour = Double(gapCount + 1) / seenHours
    let elapsedBin = Self.bin(of: elapsed)
    let longerGaps = counts[elapsedBin...].reduce(0, +)
    // The times of gaps in the last bin are unknown.
    let hourEnd = min(Self.binsOfTwoDays, elapsedBin + Self.binsOfHour)
    let endedInHour = counts[elapsedBin..<max(elapsedBin, hourEnd)].reduce(0, +)
    let meanChance = usesPerHour / (1 + usesPerHour)
    return (Double(endedInHour) + meanChance) / Double(longerGaps + 1)
  }
}
