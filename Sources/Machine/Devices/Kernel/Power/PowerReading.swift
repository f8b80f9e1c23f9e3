import Scheduling

/// The combined state of all power supplies of the machine.
struct PowerReading: Hashable {
  /// The power source; `nil` if no supply reports anything, as in a container and most virtual machines.
  var power: Power?
  /// Battery level in percent; `nil` without a battery.
  var battery: Int?

  init(_ tree: KernelTree) {
    self.init(
      tree.names(in: PowerSupply.directory).compactMap { PowerSupply($0, in: tree) })
  }

  /// Combines the supplies. The level is that of the batteries or, without one, that of the UPSes.
  init(_ supplies: [PowerSupply]) {
    power = Self.power(supplies)
    let batteries = supplies.filter { if case .battery = $0.kind { true } else { false } }
    let batteriesAndUPS = supplies.filter { if case .mains = $0.kind { false } else { true } }
    battery = Self.level(of: batteries.isEmpty ? batteriesAndUPS : batteries)
  }

  /// The reported values; a field that is unknown is missing.
  var values: [DeviceValue] {
    [power.map { .power($0) }, battery.map { .battery($0) }].compactMap(\.self)
  }

  /// Returns the power source by systemd's rule: mains if any supply is online, otherwise battery if a battery
  /// discharges, otherwise mains, as on a desktop whose USB port is an offline supply. If no supply is known that could
  /// be offline, one discharging battery of several is no proof: all must discharge. Returns `nil` without supplies.
  private static func power(_ supplies: [PowerSupply]) -> Power? {
    if supplies.isEmpty { return nil }
    let mains = supplies.compactMap {
      if case .mains(let isOnline) = $0.kind { isOnline } else { nil }
    }
    if mains.contains(true) { return .ac }
    let statuses = supplies.compactMap(\.status)
    let discharging = statuses.filter { $0 == .discharging }
    if discharging.isEmpty { return .ac }
    // None of them is online here.
    let mainsIsOffline = !mains.isEmpty
    let allDischarge = discharging.count == statuses.count
    return mainsIsOffline || allDischarge ? .battery : .ac
  }

  /// Returns the level of all batteries together, in percent: the value of the only battery's driver, or else of the
  /// total energy or the total charge, or else the mean of the drivers' values; `nil` if none is known.
  private static func level(of batteries: [PowerSupply]) -> Int? {
    if batteries.count == 1, let capacity = batteries[0].capacity { return capacity }
    return totalPercent(of: batteries.map(\.energy)) ?? totalPercent(of: batteries.map(\.charge))
      ?? mean(batteries.compactMap(\.capacity))
  }

  /// Returns the total percentage of the batteries' energies or charges; `nil` unless all batteries report theirs,
  /// because a missing one would count as absent.
  private static func totalPercent(of fillings: [PowerSupply.Filling?]) -> Int? {
    let knownFillings = fillings.compactMap(\.self)
    guard !knownFillings.isEmpty, knownFillings.count == fillings.count else { return nil }
    let full = knownFillings.reduce(0.0) { $0 + Double($1.full) }
    // A driver can report slightly more than the full amount.
    let now = knownFillings.reduce(0.0) { $0 + Double(min($1.now, $1.full)) }
    return Int(bounded: (100 * now / full).rounded())
  }

  /// Returns the mean of the percentages, rounded; `nil` if there are none.
  private static func mean(_ percents: [Int]) -> Int? {
    guard !percents.isEmpty else { return nil }
    return Int(bounded: (Double(percents.reduce(0, +)) / Double(percents.count)).rounded())
  }
}

extension PowerSupply {
  /// The battery's status; `nil` for mains.
  fileprivate var status: Status? {
    switch kind {
    case .mains: nil
    case .battery(let status), .ups(let status): status
    }
  }
}
