/// What running cost one device, or many: whole numbers that are added when results are joined. Times are
/// milliseconds; two runs at once count twice.
package struct DeviceFigures: Hashable, Codable, Sendable {
  /// How many devices.
  package var devices: Int64 = 0
  /// How long they were simulated.
  package var milliseconds: Int64 = 0
  /// Of the user's apps.
  package var opens: Int64 = 0
  package var runMilliseconds: Int64 = 0
  package var onBatteryMilliseconds: Int64 = 0
  package var onCellularMilliseconds: Int64 = 0
  package var userActiveMilliseconds: Int64 = 0
  /// Between midnight and six in the morning where the device is.
  package var nightMilliseconds: Int64 = 0
  /// Of work that is no refresh: all of it, that on battery, and that between midnight and six.
  package var workMilliseconds: Int64 = 0
  package var workOnBatteryMilliseconds: Int64 = 0
  package var nightWorkMilliseconds: Int64 = 0

  package init() {}

  static func += (left: inout DeviceFigures, right: DeviceFigures) {
    left.devices += right.devices
    left.milliseconds += right.milliseconds
    left.opens += right.opens
    left.runMilliseconds += right.runMilliseconds
    left.onBatteryMilliseconds += right.onBatteryMilliseconds
    left.onCellularMilliseconds += right.onCellularMilliseconds
    left.userActiveMilliseconds += right.userActiveMilliseconds
    left.nightMilliseconds += right.nightMilliseconds
    left.workMilliseconds += right.workMilliseconds
    left.workOnBatteryMilliseconds += right.workOnBatteryMilliseconds
    left.nightWorkMilliseconds += right.nightWorkMilliseconds
  }
}
