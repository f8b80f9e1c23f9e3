import Control
import Scheduling

// What `status` says loudly: that the device is not taken for what it is.
extension Engine {
  /// Of what overrules the machine nothing on a simulated clock, where nobody expects anything else.
  var deviceWarnings: [String] {
    if clock.isSimulated { return [refreshWarning].compactMap(\.self) }
    let readings = core.readings
    let end = readings.isRead ? "until `rubatoctl device thaw`" : "until the next boot"
    let told = told(readings.hold, isRead: readings.isRead)
    let byHand =
      told.isEmpty
      ? nil
      : "THE DEVICE IS WHAT `rubatoctl device set` SAID \(end): \(told.joined(separator: " "))"
    return [frozenWarning(readings.hold), byHand, refreshWarning].compactMap(\.self)
  }

  private var refreshWarning: String? {
    if core.device.raw.allowsRefresh { return nil }
    return "Background App Refresh is off for all apps:"
      + " `rubatoctl app refresh on --all` switches it on"
  }

  private func frozenWarning(_ hold: DeviceHold) -> String? {
    guard hold.isFrozen else { return nil }
    let end = thaws.map { " until \($0.text)" } ?? ""
    return
      "THE DEVICE IS FROZEN\(end), whatever the machine says: `rubatoctl device thaw` ends that"
  }

  /// The fields that were set by hand: all that are known, where no machine is read.
  private func told(_ hold: DeviceHold, isRead: Bool) -> [String] {
    let raw = core.device.raw
    guard isRead else {
      return raw.values.filter { $0.text != nil && !$0.isWish }.map(\.assignment)
    }
    return hold.told.map { raw.value(of: $0)?.assignment ?? "\($0)=unknown" }
  }
}
