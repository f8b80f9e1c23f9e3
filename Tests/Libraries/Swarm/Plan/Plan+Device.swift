import Scheduling

// Actions that change the device.
extension Plan {
  /// Returns a value for one field, near the limits that the scheduler uses.
  func deviceValue(_ random: inout RandomSource) -> DeviceValue {
    switch random.below(17) {
    case 0, 1: .power(random.pick([nil, .ac, .ac, .battery, .battery]))
    case 2, 3:
      .battery(random.pick([nil, 0, 4, 5, 9, 10, 15, 19, 20, 29, 30, 39, 40, 80, 100, 100]))
    case 4: .lowPower(random.pick([nil, true, false, false]))
    case 5: .thermal(random.pick([nil, .nominal, .nominal, .nominal, .fair, .serious, .critical]))
    case 6: .network(random.pick([nil, Network.none, .ethernet, .wifi, .cellular]))
    case 7: .metered(random.pick([nil, true, false]))
    case 8: .screen(isOn: random.pick([nil, true, false]))
    case 9, 10: .idle(random.pick([nil, true, true, false]))
    case 11: .load(random.pick([nil, 0, 0, 50, 51, 90, 91]))
    case 12: .memory(random.pick([nil, .normal, .normal, .warning, .critical]))
    case 13: .storage(random.pick([nil, .ok, .ok, .ok, .low, .full]))
    case 14: .locked(random.pick([nil, false, false, true]))
    case 15: .backgroundRefresh(random.pick([nil, true, true, false]))
    default: .path(random.pick(Self.paths), isThere: random.pick([nil, true, true, false]))
    }
  }

  func hold(_ random: inout RandomSource) -> Action {
    switch random.below(4) {
    case 0:
      let values = [deviceValue(&random)]
      return .call { .device(values, $0) }
    case 1: return .call { .freezeDevice(for: nil, $0) }
    case 2:
      let time = Duration.seconds(random.pick([1, 60, 3600]))
      return .call { .freezeDevice(for: time, $0) }
    default: return .call { .thawDevice($0) }
    }
  }

  /// The state of a device on which every request can run.
  static let goodDevice: [DeviceValue] =
    [
      .power(.ac), .battery(100), .lowPower(false), .thermal(.nominal), .network(.wifi),
      .metered(false), .screen(isOn: false), .idle(true), .load(0), .memory(.normal), .storage(.ok),
      .locked(false), .backgroundRefresh(true),
    ] + paths.map { .path($0, isThere: true) }
}
