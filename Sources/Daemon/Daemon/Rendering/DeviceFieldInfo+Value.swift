import Control
import Scheduling

// The device as reported by `GetDevice`.

extension GetDevice.Reply {
  /// Describes the fields of the device, and which of them are frozen or set by hand.
  ///
  /// - Parameter scope: The users whose paths are included: a path that a request watches is a field of the device.
  init(_ view: any EngineView, _ scope: Scope) {
    let readings = view.core.readings
    let overridden = view.core.values(ofKeys: readings.overrides.overriddenKeys)
    let originOfReal = readings.isRead ? "machine" : "hand"
    self.init(
      origin: view.clock.isSimulated ? "simulated" : originOfReal,
      fields: scope.seen(of: view.core.shownValues, view.core).map {
        DeviceFieldInfo($0, view)
      },
      frozen: readings.overrides.isFrozen, thaws: view.thaws?.text,
      setByHand: scope.seen(of: overridden, view.core).map(\.key.text))
  }
}

extension EngineView {
  /// The time at which a frozen device thaws automatically; `nil` if it does not.
  var thaws: WallTime? {
    let now = now
    return core.readings.overrides.thaws.map { now.wall + ($0 - now.boot) }
  }
}

extension Scheduler {
  /// Returns the fields of the device with these keys and their present values; a field without a value is `unknown`.
  /// Keys that no field can have are left out.
  func values(ofKeys keys: [ExactString]) -> [DeviceValue] {
    keys.compactMap { key in
      device.raw.value(of: key) ?? (try? DeviceValue(key: key.text, text: "unknown"))
    }
  }

  /// Every field, and each path that a request names, known or not.
  fileprivate var shownValues: [DeviceValue] {
    let unknown = watchedPaths.filter { device.raw.isThere($0) == nil }
    return device.raw.values + unknown.map { .path($0, isThere: nil) }
  }
}

extension DeviceFieldInfo {
  /// Describes a field of the device: its value, its last and next change, its source, and the measured value that an
  /// override hides.
  init(_ value: DeviceValue, _ view: any EngineView) {
    let (device, readings, now) = (view.core.device, view.core.readings, view.now)
    let origin = Origin(value, readings, isSimulated: view.clock.isSimulated)
    let change = device.nextChange(of: value)
    // Its time counts from boot, and is shown as a date.
    self.init(
      key: value.key.text, value: value.word, since: device.lastChange(of: value.key)?.text,
      settles: change.map { (now.wall + ($0.at - now.boot)).text }, becomes: change?.value.word,
      origin: origin.name, read: origin.read?.text,
      machine: readings.hiddenMeasuredValue(of: value)?.word)
  }

  /// The source of a field, and the time of its value.
  private struct Origin {
    var name: String
    var read: WallTime?

    /// Determines the source of a field. Only a measured value has a time.
    init(_ value: DeviceValue, _ readings: DeviceReadings, isSimulated: Bool) {
      let source = readings.source(of: value.key)
      if readings.overrides.overriddenKeys.contains(value.key) {
        name = "set by hand"
      } else if value.text == nil {
        name = "unknown"
      } else if let source, !source.origin.isEmpty {
        name = source.origin
        read = source.at
      } else {
        // A value without an origin was not read from a machine.
        name = isSimulated ? "simulated" : "set by hand"
      }
    }
  }
}

extension DeviceReadings {
  /// Returns the measured value of the field if an override may hide it; `nil` if no machine is read, or if the field
  /// follows the machine.
  fileprivate func hiddenMeasuredValue(of value: DeviceValue) -> DeviceValue? {
    guard isRead, overrides.covers(value.key) else { return nil }
    if case .path(let path, _) = value { return .path(path, isThere: measured.isThere(path)) }
    return measured.value(of: value.key)
  }
}

extension DeviceView {
  /// Returns the value of the field that vetoes will use after it has lasted long enough, and the time from which they
  /// use it; `nil` if no change is pending.
  fileprivate func nextChange(of value: DeviceValue) -> (value: DeviceValue, at: BootTime)? {
    // A pending value is the opposite of the value in use. Example: while the machine is used on battery, the pending
    // values are external power and idle.
    switch value {
    case .power:
      onBattery.settles.map { (.power(onBattery.value ? .ac : .battery), $0) }
    case .idle: userActive.settles.map { (.idle(userActive.value), $0) }
    default: nil
    }
  }
}
