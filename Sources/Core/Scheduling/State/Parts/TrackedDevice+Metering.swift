// A network that is metered at some hours, as a policy file says.
extension TrackedDevice {
  /// The displayed source of a value by the hours of the policy file.
  private static let policyOrigin = "policy"

  /// Follows the hours in which the network is metered; returns `nil` if none has begun or ended. Values that a caller
  /// sets are kept.
  mutating func followMetering(at now: Instant, zoneSeconds: Int) -> FollowUp? {
    guard let hours = settings.value.metered,
      metering.update(for: [hours], at: now.wall, zoneSeconds: zoneSeconds)
    else { return nil }
    let isMetered = hours.contains(LocalTime(now.wall, zoneSeconds: zoneSeconds))
    return apply(
      [Measurement(.metered(isMetered), origin: Self.policyOrigin)], isFullPoll: false, at: now)
  }

  /// Returns `measurements` without those of the machine about the cost of its network, if hours decide about that.
  func withoutMachinesMetering(_ measurements: [Measurement]) -> [Measurement] {
    guard settings.value.metered != nil else { return measurements }
    return measurements.filter { $0.origin == Self.policyOrigin || $0.value.field != .metered }
  }

  /// Returns the values of a simulated device without the cost of its network, if hours decide about that.
  func withoutMachinesMetering(_ values: [DeviceValue]) -> [DeviceValue] {
    guard settings.value.metered != nil, !readings.isRead else { return values }
    return values.filter { $0.field != .metered }
  }
}
