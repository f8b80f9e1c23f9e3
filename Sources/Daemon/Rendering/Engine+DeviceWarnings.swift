import Control
import Scheduling

// What `status` says loudly: that the device is not taken for what it is.
extension Engine {
  /// Nothing on a simulated clock, where nobody expects anything else.
  var deviceWarnings: [String] {
    if clock.isSimulated { return [] }
    let readings = core.readings
    let end = readings.isRead ? "until `rubatoctl device thaw`" : "until the next boot"
    let told = told(readings.hold, isRead: readings.isRead)
    let byHand =
      told.isEmpty
      ? nil
      : "THE DEVICE IS WHAT `rubatoctl device set` SAID \(end): \(told.joined(separator: " "))"
    return [frozenWarning(readings.hold), byHand].compactMap(\.self)
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
    guard isRead else { return raw.values.filter { $0.text != nil }.map(\.assignment) }
    return hold.told.map { raw.value(of: $0)?.assignment ?? "\($0)=unknown" }
  }
}
