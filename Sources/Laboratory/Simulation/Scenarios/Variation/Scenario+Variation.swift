import Scheduling

extension Scenario {
  /// Returns the life of a device and a user with these traits.
  ///
  /// Single events, the values of steps and the apps' background work stay as they are.
  ///
  /// - Parameter seed: Determines the favourite apps.
  package func varied(by traits: DeviceTraits, seed: UInt64) -> Scenario {
    guard traits != .neutral else { return self }
    var scenario = self
    scenario.device.slowness *= traits[.slowness]
    scenario.applyBatteryTraits(traits)
    scenario.applyHeatTraits(traits)
    scenario.applyNetworkTraits(traits)
    scenario.device.applyHabitTraits(traits)
    scenario.applyFavourites(traits, seed: seed)
    scenario.apps = scenario.apps.map { $0.withOpens(variedBy: traits) }
    return scenario
  }

  /// The traits in which devices of this scenario can differ, since it has the parts that they change.
  package var traits: [DeviceTrait] {
    DeviceTrait.allCases.filter { trait in
      var traits = DeviceTraits.neutral
      // Any value that differs from the neutral one. The neutral value of `favourites` is its smallest value.
      traits[trait] = trait.neutral == 0 ? trait.range.upperBound : 0.5
      if trait == .favourites { traits[trait] = 2 }
      return varied(by: traits, seed: 1) != self
    }
  }

  // MARK: Device

  /// Applies the traits of the battery: its health, and a factor for its drain by the screen, by apps and by tasks.
  /// Without a battery, nothing changes.
  private mutating func applyBatteryTraits(_ traits: DeviceTraits) {
    guard var battery = device.battery else { return }
    let factor = traits[.batteryDrain]
    // Rates are divided by the health, so it stays above 0.
    battery.health = max(0.01, battery.health * traits[.batteryHealth])
    battery.screenOnDrain *= factor
    battery.screenOffDrain *= factor
    battery.asleepDrain *= factor
    device.battery = battery
    for app in apps.indices {
      apps[app].useDrain *= factor
      for task in apps[app].tasks.indices { apps[app].tasks[task].work.drainPerHour *= factor }
    }
    for task in tasks.indices { tasks[task].work.drainPerHour *= factor }
  }

  /// Applies the traits of heat: a factor for the screen, charging and apps, and a difference in degrees for every
  /// place. Without known heat, nothing changes.
  private mutating func applyHeatTraits(_ traits: DeviceTraits) {
    guard device.heat != nil else { return }
    device.heat?.screen *= traits[.heat]
    device.heat?.charging *= traits[.heat]
    for app in apps.indices { apps[app].useHeat *= traits[.heat] }
    for place in device.places.indices { device.places[place].ambient += traits[.ambient] }
  }

  /// Applies the traits of networks. A device without Wi-Fi uses the mobile network instead, if it has one at some
  /// place. Wi-Fi can be metered, and the mobile network can be missing.
  private mutating func applyNetworkTraits(_ traits: DeviceTraits) {
    let hasCellular = device.places.contains { $0.network == .cellular }
    for index in device.places.indices {
      var place = device.places[index]
      if place.network == .wifi {
        if hasCellular && traits[.noWiFi] > 0 { place.moveToCellular() }
        if traits[.meteredWiFi] > 0 { place.isMetered = true }
      } else if place.network == .cellular && traits[.noCellular] > 0 {
        place.network = Network.none
        (place.isMetered, place.networkID) = (nil, nil)
      }
      device.places[index] = place
    }
  }

  // MARK: Favourites

  /// Multiplies the number of opens of each app by a random factor, whose spread is the trait `favourites`, and
  /// shuffles the order of several equal apps. The sum of all opens stays the same. A trait of 1 changes nothing.
  private mutating func applyFavourites(_ traits: DeviceTraits, seed: UInt64) {
    let strength = log2(traits[.favourites])
    guard strength > 0 else { return }
    let formerOpens = apps.map(\.opensPerDay).reduce(0, +)
    for index in apps.indices {
      var generator = SeededGenerator(seed: seed, stream: Stream.favourite + index, day: 0)
      apps[index].scaleOpens(by: exp2(generator.normal() * strength))
      if apps[index].count > 1 {
        apps[index].ranking = Array(0..<apps[index].count).shuffled(using: &generator)
      }
    }
    let scaledOpens = apps.map(\.opensPerDay).reduce(0, +)
    guard scaledOpens > 0 else { return }
    // Restores the former sum of all opens.
    for index in apps.indices { apps[index].scaleOpens(by: formerOpens / scaledOpens) }
  }
}

extension DeviceModel.Place {
  fileprivate mutating func moveToCellular() {
    network = .cellular
    isMetered = true
  }
}

extension AppModel {
  /// The opens a day without those at fixed times.
  fileprivate var opensPerDay: Double {
    opens.reduce(0) { sum, rhythm in
      if case .often(let times, _, _) = rhythm.times { sum + times } else { sum }
    }
  }

  fileprivate mutating func scaleOpens(by factor: Double) {
    for index in opens.indices { opens[index].scale(by: factor) }
  }
}

extension Rhythm {
  /// Multiplies the opens, except those at fixed times.
  mutating func scale(by factor: Double) {
    if case .often(let times, let between, let length) = times {
      self.times = .often(times * factor, between: between, length: length)
    }
  }
}
