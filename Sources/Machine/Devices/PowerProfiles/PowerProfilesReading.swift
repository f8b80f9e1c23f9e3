import Bus
import Scheduling

/// The state of a power profile daemon (org.freedesktop.UPower.PowerProfiles): power-profiles-daemon itself, or
/// tuned and TLP, which have the same interface.
struct PowerProfilesReading: Equatable {
  /// Whether the power saver is active; `nil` if there is no profile, as without any driver.
  var isSaving: Bool?
  var isHot: Bool

  init(_ properties: [String: BusValue]) {
    let profile = properties["ActiveProfile"]?.text
    isSaving = profile?.isEmpty == false ? profile == "power-saver" : nil
    isHot = properties["PerformanceDegraded"]?.text == "high-operating-temperature"
  }

  /// The reported values. High operating temperature is the driver's word for "close to overheating". It comes from
  /// a switch that users and other daemons also set for hours (no_turbo of intel_pstate), so it delays only heavy
  /// work. Another reason does not concern heat.
  var values: [DeviceValue] {
    [isSaving.map { .lowPower($0) }, isHot ? .thermal(.fair) : nil].compactMap(\.self)
  }
}
