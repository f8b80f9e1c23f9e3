/// The external power that wakes by the alarm have found, by hour of the day. Later wakes weigh more.
struct PowerFinds: Hashable, Sendable {
  /// The weight of all wakes.
  private(set) var all = HourlyCounts()
  /// The weight of the wakes with external power.
  private(set) var powered = HourlyCounts()

  init() {}

  /// Creates a value from stored weights; `nil` if they are damaged. `note` reaches no weight over 4.
  init?(from reader: inout ByteReader) {
    guard let all = HourlyCounts(from: &reader), let powered = HourlyCounts(from: &reader),
      (0..<24).allSatisfy({ all[$0] <= 4 && powered[$0] <= all[$0] })
    else { return nil }
    (self.all, self.powered) = (all, powered)
  }

  /// Notes a wake in `hour`, 0 to 23. It counts half for the hours next to it. A wake takes a quarter of the weight of
  /// earlier ones, so that about the last four matter.
  mutating func note(isPowered: Bool, hour: Int) {
    let (previousHour, nextHour) = ((hour + 23) % 24, (hour + 1) % 24)
    for (index, weight) in [(previousHour, Float(0.5)), (hour, 1), (nextHour, 0.5)] {
      all[index] = all[index] * (1 - weight / 4) + weight
      powered[index] = powered[index] * (1 - weight / 4) + (isPowered ? weight : 0)
    }
  }

  /// Returns the chance of external power in `hour`, 0 to 23.
  ///
  /// - Parameter prior: The chance without any wake. It weighs as much as one wake.
  func chance(hour: Int, prior: Double) -> Double {
    (Double(powered[hour]) + prior) / (Double(all[hour]) + 1)
  }
}
