import Scheduling

extension DevicePhysics: ReactiveDevice {
  /// Does nothing: the events of the model contain all these values.
  package mutating func apply(_ values: [DeviceValue]) {}

  /// Lets time pass up to `moment` with the battery use and the heat of `load`, and returns the changed values.
  package mutating func advance(to moment: WallTime, under load: DeviceLoad) -> [DeviceValue] {
    self.load = PhysicsLoad(load)
    return advance(to: moment)
  }

  /// Returns the time until the next change under `load`; `nil` if there is none. Only a copy gets the load.
  package func nextChange(under load: DeviceLoad) -> Duration? {
    let load = PhysicsLoad(load)
    if load == self.load { return nextChange.map { $0 - now } }
    var loaded = self
    loaded.load = load
    return loaded.nextChange.map { $0 - now }
  }
}

extension PhysicsLoad {
  fileprivate init(_ load: DeviceLoad) {
    self.init(drainPerHour: load.drainPerHour, heatPerMinute: load.heatPerMinute)
    isWoken = load.isWoken
  }
}
