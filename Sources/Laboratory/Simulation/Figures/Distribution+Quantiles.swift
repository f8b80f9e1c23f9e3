extension Distribution {
  /// Returns the value that this many thousandths of the values do not exceed, to the precision of its class; `nil`
  /// if the distribution has no values.
  package func quantile(permille: Int64) -> Int64? {
    guard let most else { return nil }
    let rank = max(1, (count * permille + 999) / 1000)
    guard rank < count else { return most }
    var passed: Int64 = 0
    for (valueClass, weight) in zip(classes, weights) {
      passed += weight
      if passed >= rank { return bounded(ValueClass.middle(of: valueClass)) }
    }
    return most
  }

  package var median: Int64? { quantile(permille: 500) }

  /// Returns the number of values up to `limit`. All values in the class of `limit` are counted, also those slightly
  /// above it.
  package func count(upTo limit: Int64) -> Int64 {
    let behind = classes.firstPlace { $0 > ValueClass.index(of: limit) }
    return weights[..<behind].reduce(0, +)
  }

  /// The mean, rounded down; `nil` if there is no value.
  package var mean: Int64? { count > 0 ? sum / count : nil }

  /// Treats the values as intervals in which an age grew from 0, and returns the age not exceeded in this many
  /// thousandths of the time; `nil` if there are no values.
  package func ageQuantile(permille: Int64) -> Int64? {
    // If all intervals have the length 0, the age is always 0, which is also `most`.
    guard let most, sum > 0 else { return most }
    let middles = classes.map { bounded(ValueClass.middle(of: $0)) }
    let total = zip(middles, weights).reduce(0) { $0 + $1.0 * $1.1 }
    // Products of milliseconds and thousandths of ten million years of devices exceed 64 bits.
    let wanted = Int64((Int128(total) * Int128(permille) + 999) / 1000)
    var passed: Int64 = 0
    var open = count
    var last: Int64 = 0
    for (middle, weight) in zip(middles, weights) {
      // All open intervals grow by the same amount.
      let grown = passed + (middle - last) * open
      if grown >= wanted { return min(most, last + (wanted - passed + open - 1) / open) }
      (passed, last, open) = (grown, middle, open - weight)
    }
    return most
  }

  private func bounded(_ value: Int64) -> Int64 {
    min(max(value, least ?? value), most ?? value)
  }
}
