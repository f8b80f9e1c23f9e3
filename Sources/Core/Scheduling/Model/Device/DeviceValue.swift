/// One field of the device state with a new value; `nil` is "unknown".
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
  case backgroundRefresh(Bool?)
  case networkID(String?)
  case networkNames([ExactString]?)
  case path(ExactString, isThere: Bool?)
}

extension DeviceState {
  /// Sets one field to a new value. `nil` makes the field unknown, and removes a path from `paths`.
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
    case .backgroundRefresh(let value): backgroundRefresh = value
    case .networkID(let value): networkID = value
    case .networkNames(let value): networkNames = value
    case .path(let path, let isThere): set(path, isThere: isThere)
    }
  }

  /// Every field, in display order.
  package var values: [DeviceValue] {
    fields + paths.map { .path($0.path, isThere: $0.isThere) }
  }

  /// The fields without the paths.
  private var fields: [DeviceValue] {
    [
      .power(power), .battery(battery), .lowPower(lowPower), .thermal(thermal), .network(network),
      .metered(isMetered), .screen(isOn: screenIsOn), .idle(isIdle), .load(load), .memory(memory),
      .storage(storage), .locked(isLocked), .backgroundRefresh(backgroundRefresh),
      .networkID(networkID), .networkNames(networkNames),
    ]
  }

  /// Returns the fields that have other values here than in `old`, in display order. A path that is no longer known has
  /// the value `nil`.
  package func changes(since old: DeviceState) -> [DeviceValue] {
    let fields = changedFields(since: old)
    if paths == old.paths { return fields }
    let (knownNow, knownBefore) = (Set(paths.map(\.path)), Set(old.paths))
    let newOrChanged = paths.filter { !knownBefore.contains($0) }
    let noLongerKnown = old.paths.filter { !knownNow.contains($0.path) }
    return fields
      + newOrChanged.map { .path($0.path, isThere: $0.isThere) }
      + noLongerKnown.map { .path($0.path, isThere: nil) }
  }

  /// Returns the fields, without paths, that have other values here than in `old`, in display order.
  private func changedFields(since old: DeviceState) -> [DeviceValue] {
    var changed: [DeviceValue] = []
    /// Adds `field` to the changed ones if its value differs from the one before.
    func compare<Value: Equatable>(_ value: Value, _ before: Value, _ field: DeviceValue) {
      if value != before { changed.append(field) }
    }
    compare(power, old.power, .power(power))
    compare(battery, old.battery, .battery(battery))
    compare(lowPower, old.lowPower, .lowPower(lowPower))
    compare(thermal, old.thermal, .thermal(thermal))
    compare(network, old.network, .network(network))
    compare(isMetered, old.isMetered, .metered(isMetered))
    compare(screenIsOn, old.screenIsOn, .screen(isOn: screenIsOn))
    compare(isIdle, old.isIdle, .idle(isIdle))
    compare(load, old.load, .load(load))
    compare(memory, old.memory, .memory(memory))
    compare(storage, old.storage, .storage(storage))
    compare(isLocked, old.isLocked, .locked(isLocked))
    compare(backgroundRefresh, old.backgroundRefresh, .backgroundRefresh(backgroundRefresh))
    compare(networkID, old.networkID, .networkID(networkID))
    compare(networkNames, old.networkNames, .networkNames(networkNames))
    return changed
  }

  /// Returns the field `key` with its value; `nil` if there is no such field.
  package func value(of key: ExactString) -> DeviceValue? {
    values.first { $0.key == key }
  }
}
