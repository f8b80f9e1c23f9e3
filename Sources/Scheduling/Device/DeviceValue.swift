/// One field of the device state with a new value; nil is "unknown".
package enum DeviceValue: Hashable, Codable, Sendable {
  case power(Power?)
  case battery(Int?)
  case lowPower(Bool?)
  case thermal(ThermalState?)
  case network(Network?)
  case metered(Bool?)
  case screen(isOn: Bool?)
  case idle(Bool?)
  case load(Int?)
  case memory(MemoryPressure?)
  case storage(StorageSpace?)
  case locked(Bool?)
}

extension DeviceState {
  package mutating func apply(_ value: DeviceValue) {
    switch value {
    case .power(let value): power = value
    case .battery(let value): battery = value
    case .lowPower(let value): lowPower = value
    case .thermal(let value): thermal = value
    case .network(let value): network = value
    case .metered(let value): isMetered = value
    case .screen(let value): screenIsOn = value
    case .idle(let value): isIdle = value
    case .load(let value): load = value
    case .memory(let value): memory = value
    case .storage(let value): storage = value
    case .locked(let value): isLocked = value
    }
  }

  /// Every field, in the order in which they are shown.
  package var values: [DeviceValue] {
    [
      .power(power), .battery(battery), .lowPower(lowPower), .thermal(thermal), .network(network),
      .metered(isMetered), .screen(isOn: screenIsOn), .idle(isIdle), .load(load), .memory(memory),
      .storage(storage), .locked(isLocked),
    ]
  }
}
