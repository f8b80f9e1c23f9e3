/// A set of fields of the device: changed fields, or the fields that a policy reads. A policy that reads a field also
/// reads its steady value.
package struct DeviceFields: OptionSet, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static let power = DeviceFields(rawValue: 1 << 0)
  package static let battery = DeviceFields(rawValue: 1 << 1)
  package static let lowPower = DeviceFields(rawValue: 1 << 2)
  package static let thermal = DeviceFields(rawValue: 1 << 3)
  package static let network = DeviceFields(rawValue: 1 << 4)
  package static let metered = DeviceFields(rawValue: 1 << 5)
  package static let screen = DeviceFields(rawValue: 1 << 6)
  package static let idle = DeviceFields(rawValue: 1 << 7)
  package static let load = DeviceFields(rawValue: 1 << 8)
  package static let memory = DeviceFields(rawValue: 1 << 9)
  package static let storage = DeviceFields(rawValue: 1 << 10)
  package static let locked = DeviceFields(rawValue: 1 << 11)
  package static let backgroundRefresh = DeviceFields(rawValue: 1 << 12)
  package static let networkID = DeviceFields(rawValue: 1 << 13)
  package static let path = DeviceFields(rawValue: 1 << 14)
  /// No field of the state: whether the machine is about to sleep, or was booted just now.
  package static let machine = DeviceFields(rawValue: 1 << 15)
  package static let networkNames = DeviceFields(rawValue: 1 << 16)

  /// External power as in `Candidate.isPluggedIn`.
  package static let pluggedIn: DeviceFields = [.power, .battery]
  /// The fields that show whether a user is active.
  package static let user: DeviceFields = [.idle, .screen, .load]
  package static let all = DeviceFields(rawValue: .max)
}

extension DeviceValue {
  /// The field that this value belongs to; all paths are one field.
  package var field: DeviceFields {
    switch self {
    case .power: .power
    case .battery: .battery
    case .lowPower: .lowPower
    case .thermal: .thermal
    case .network: .network
    case .metered: .metered
    case .screen: .screen
    case .idle: .idle
    case .load: .load
    case .memory: .memory
    case .storage: .storage
    case .locked: .locked
    case .backgroundRefresh: .backgroundRefresh
    case .networkID: .networkID
    case .networkNames: .networkNames
    case .path: .path
    }
  }
}
