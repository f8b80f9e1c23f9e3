import Scheduling

// What becomes of the device.
extension Plan {
  /// A value for one field, near the limits where anything depends on them.
  func deviceValue(_ dice: inout Dice) -> DeviceValue {
    switch dice.below(17) {
    case 0, 1: .power(dice.pick([nil, .ac, .ac, .battery, .battery]))
    case 2, 3: .battery(dice.pick([nil, 0, 4, 5, 9, 10, 15, 19, 20, 29, 30, 39, 40, 80, 100, 100]))
    case 4: .lowPower(dice.pick([nil, true, false, false]))
    case 5: .thermal(dice.pick([nil, .nominal, .nominal, .nominal, .fair, .serious, .critical]))
    case 6: .network(dice.pick([nil, Network.none, .ethernet, .wifi, .cellular]))
    case 7: .metered(dice.pick([nil, true, false]))
    case 8: .screen(isOn: dice.pick([nil, true, false]))
    case 9, 10: .idle(dice.pick([nil, true, true, false]))
    case 11: .load(dice.pick([nil, 0, 0, 50, 51, 90, 91]))
    case 12: .memory(dice.pick([nil, .normal, .normal, .warning, .critical]))
    case 13: .storage(dice.pick([nil, .ok, .ok, .ok, .low, .full]))
    case 14: .locked(dice.pick([nil, false, false, true]))
    case 15: .backgroundRefresh(dice.pick([nil, true, true, false]))
    default: .path(dice.pick(Self.paths), isThere: dice.pick([nil, true, true, false]))
    }
  }

  func hold(_ dice: inout Dice) -> Action {
    switch dice.below(4) {
    case 0:
      let values = [deviceValue(&dice)]
      return .call { .device(values, $0) }
    case 1: return .call { .freezeDevice(for: nil, $0) }
    case 2:
      let time = Duration.seconds(dice.pick([1, 60, 3600]))
      return .call { .freezeDevice(for: time, $0) }
    default: return .call { .thawDevice($0) }
    }
  }

  /// Where everything that can run does.
  static let goodDevice: [DeviceValue] =
    [
      .power(.ac), .battery(100), .lowPower(false), .thermal(.nominal), .network(.wifi),
      .metered(false), .screen(isOn: false), .idle(true), .load(0), .memory(.normal), .storage(.ok),
      .locked(false), .backgroundRefresh(true),
    ] + paths.map { .path($0, isThere: true) }
}
