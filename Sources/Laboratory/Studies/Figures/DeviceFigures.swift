import Simulation

/// The cost of the runs on one device, or on many: whole numbers that are added when results are joined. Times are in
/// milliseconds; two runs at the same time count twice.
package struct DeviceFigures: Hashable, Codable, Sendable {
  /// The number of devices.
  package var devices: Int64 = 0
  /// The simulated time.
  package var milliseconds: Int64 = 0
  /// The opens of the user's apps.
  package var opens: Int64 = 0
  package var runMilliseconds: Int64 = 0
  package var onBatteryMilliseconds: Int64 = 0
  package var onCellularMilliseconds: Int64 = 0
  package var userActiveMilliseconds: Int64 = 0
  /// The part between midnight and six in the morning, local time.
  package var nightMilliseconds: Int64 = 0
  /// The time of work that is not a refresh: all of it, the part on battery, and the part between midnight and six.
  package var workMilliseconds: Int64 = 0
  package var workOnBatteryMilliseconds: Int64 = 0
  package var nightWorkMilliseconds: Int64 = 0

  package init() {}

  /// Adds the figures of other devices, including their number.
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
