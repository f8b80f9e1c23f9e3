import Bus
import Scheduling

/// What a daemon of power profiles says (org.freedesktop.UPower.PowerProfiles): power-profiles-daemon
/// itself, or tuned and TLP, which speak as it does.
struct PowerProfilesReading: Equatable {
  /// Nil where there is no profile, as without any driver.
  var isSaving: Bool?
  var isHot: Bool

  init(_ properties: [String: BusValue]) {
    let profile = properties["ActiveProfile"]?.text
    isSaving = profile?.isEmpty == false ? profile == "power-saver" : nil
    isHot = properties["PerformanceDegraded"]?.text == "high-operating-temperature"
  }

  /// High operating temperature is the driver's word for "close to overheating", taken from a switch
  /// that also people and other daemons throw (no_turbo of intel_pstate), for hours: a reason to hold
  /// back heavy work, none to forbid everything. Anything but heat says nothing of heat.
  var values: [DeviceValue] {
    [isSaving.map { .lowPower($0) }, isHot ? .thermal(.fair) : nil].compactMap(\.self)
  }
}
