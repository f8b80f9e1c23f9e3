package enum Power: String, CaseIterable, Codable, Sendable {
  case ac, battery
}

package enum Network: String, CaseIterable, Codable, Sendable {
  case none, ethernet, wifi, cellular
}

package enum StorageSpace: String, CaseIterable, Codable, Sendable {
  case ok, low, full
}

/// Whether a drive, a share or a file is there.
package struct PathPresence: Hashable, Codable, Sendable {
  package var path: ExactString
  package var isThere: Bool
}

/// What is known of the machine now. Nil is "unknown", a value of every field, and never blocks.
package struct DeviceState: Hashable, Codable, Sendable {
  package var power: Power?
  /// Percent, 0 to 100.
  package var battery: Int?
  package var lowPower: Bool?
  package var thermal: ThermalState?
  package var network: Network?
  package var isMetered: Bool?
  package var screenIsOn: Bool?
  package var isIdle: Bool?
  /// Percent of all processors, without our own runs.
  package var load: Int?
  package var memory: MemoryPressure?
  package var storage: StorageSpace?
  /// The user's data cannot be read: a locked home.
  package var isLocked: Bool?
  /// Background App Refresh as a whole: the user's switch for all apps, beside the one of each.
  package var backgroundRefresh: Bool?
  /// What tells the present network from others, hashed; never its name.
  package var networkID: String?
  /// Which of the paths that somebody asked for are there, by path; unknown ones are not in it.
  package private(set) var paths: [PathPresence] = []

  package init() {}

  /// Whether what belongs at `path` is there; nil where nobody knows.
  package func isThere(_ path: ExactString) -> Bool? {
    paths.first { $0.path == path }?.isThere
  }

  mutating func set(_ path: ExactString, isThere: Bool?) {
    paths.removeAll { $0.path == path }
    guard let isThere else { return }
    let index = paths.firstIndex { $0.path > path } ?? paths.count
    paths.insert(PathPresence(path: path, isThere: isThere), at: index)
  }

  /// Whether apps may do anything in the background, as far as the user's switch for all of them goes.
  package var allowsRefresh: Bool { backgroundRefresh != false }

  /// Unknown power is mains: so is a machine without a battery.
  package var isOnBattery: Bool { power == .battery }

  /// Whether anything is known by which somebody uses the device or not.
  package var tellsOfUser: Bool { isIdle != nil || screenIsOn != nil || load != nil }

  /// Whether somebody uses the device: as told, else by the screen, else by load, else nobody.
  package func userIsActive(busyLoad: Int) -> Bool {
    if let isIdle { return !isIdle }
    if let screenIsOn { return screenIsOn }
    return load.map { $0 > busyLoad } ?? false
  }
}
