import Simulation

extension Distribution {
  /// Returns the value that this many thousandths of the values do not exceed, to the precision of its class; `nil`
  /// if the distribution has no values.
  package func quantile(permille: Int64) -> Int64? {
    guard let most else { return nil }
    // The number of values that must not exceed it: the share of all values, rounded up.
    let rank = max(1, (count * permille + 999) / 1000)
    guard rank < count else { return most }
    var passedValues: Int64 = 0
    for (valueClass, weight) in zip(classes, weights) {
      passedValues += weight
      if passedValues >= rank { return clampedToExtremes(ValueClass.middle(of: valueClass)) }
    }
    return most
  }

  package var median: Int64? { quantile(permille: 500) }

  /// Returns the number of values up to `limit`. All values in the class of `limit` are counted, also those slightly
  /// above it.
  package func count(upTo limit: Int64) -> Int64 {
    let firstAbove = classes.firstPlace { $0 > ValueClass.index(of: limit) }
    return weights[..<firstAbove].reduce(0, +)
  }

  /// The mean, rounded down; `nil` if there is no value.
  package var mean: Int64? { count > 0 ? sum / count : nil }

  /// Treats the values as intervals in which an age grew from 0, and returns the age not exceeded in this many
  /// thousandths of the time; `nil` if there are no values.
  package func ageQuantile(permille: Int64) -> Int64? {
    // If all intervals have the length 0, the age is always 0, which is also `most`.
    guard let most, sum > 0 else { return most }
    let middles = classes.map { clampedToExtremes(ValueClass.middle(of: $0)) }
    var total: Int64 = 0
    for (middle, weight) in zip(middles, weights) { total += middle * weight }
    // The share of the time, rounded up. Products of milliseconds and thousandths of ten million years of devices
    // exceed 64 bits.
    let wanted = Int64((Int128(total) * Int128(permille) + 999) / 1000)
    // Walks through the ages in rising order. `timeBelow` is the time with an age below `age`.
    var timeBelow: Int64 = 0
    var age: Int64 = 0
    var longerIntervals = count
    for (middle, weight) in zip(middles, weights) {
      // The age grows from `age` to `middle` once in each interval that is longer than `age`.
      let timeBelowMiddle = timeBelow + (middle - age) * longerIntervals
      if timeBelowMiddle >= wanted {
        // The missing time is shared by all longer intervals, rounded up.
        let growth = (wanted - timeBelow + longerIntervals - 1) / longerIntervals
        return min(most, age + growth)
      }
      (timeBelow, age) = (timeBelowMiddle, middle)
      longerIntervals -= weight
    }
    return most
  }

  /// Returns the value moved between the smallest and the largest value of the distribution.
  private func clampedToExtremes(_ value: Int64) -> Int64 {
    min(max(value, least ?? value), most ?? value)
  }
}
