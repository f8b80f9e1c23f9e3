/// Counts by hour of the day, held in place: a habit is copied with its app at every turn, and with
/// arrays in it each copy would be counted, and each change would copy them.
struct HourlyCounts: Hashable, Sendable {
  static let hours = 24

  /// The last eight are never written.
  private var lanes = SIMD32<Float>()

  init() {}

  /// Nil for anything but a count for each hour.
  init?(_ counts: some Collection<Float>) {
    guard counts.count == Self.hours else { return nil }
    for (hour, count) in counts.enumerated() { lanes[hour] = count }
  }

  /// The count of an hour, 0 to 23.
  subscript(hour: Int) -> Float {
    get { lanes[hour] }
    set { lanes[hour] = newValue }
  }

  /// From midnight on.
  var all: [Float] { (0..<Self.hours).map { lanes[$0] } }

  /// Added up from midnight on, so that the last digit is the same everywhere.
  var sum: Float {
    var sum: Float = 0
    for hour in 0..<Self.hours { sum += lanes[hour] }
    return sum
  }

  mutating func fade(by factor: Float) { lanes *= factor }
}
