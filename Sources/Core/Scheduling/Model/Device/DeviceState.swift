package enum Power: String, CaseIterable, Codable, Sendable {
  case ac, battery
}

package enum Network: String, CaseIterable, Codable, Sendable {
  case none, ethernet, wifi, cellular
}

package enum StorageSpace: String, CaseIterable, Codable, Sendable {
  case ok, low, full
}

/// Whether a drive, a share or a file is present.
package struct PathPresence: Hashable, Codable, Sendable {
  package var path: ExactString
  package var isThere: Bool
}

/// The known state of the machine. `nil` is "unknown", a value of every field, and never blocks.
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
  /// Whether the user's data cannot be read because the home is locked.
  package var isLocked: Bool?
  /// Background App Refresh as a whole: the user's switch for all apps, in addition to the switch of each app.
  package var backgroundRefresh: Bool?
  /// A hash that distinguishes the present network from others; never its name.
  package var networkID: String?
  /// The names of the networks that it is connected to, in order, each once.
  package var networkNames: [ExactString]?
  /// The presence of the paths that requests or users named, by path, without unknown ones.
  package private(set) var paths: [PathPresence] = []

  package init() {}

  /// Returns whether `path` is present; `nil` if this is unknown.
  package func isThere(_ path: ExactString) -> Bool? {
    paths.first { $0.path == path }?.isThere
  }

  /// Sets the presence of `path` and keeps `paths` sorted. `nil` means unknown and removes the path.
  mutating func set(_ path: ExactString, isThere: Bool?) {
    paths.removeAll { $0.path == path }
    guard let isThere else { return }
    let index = paths.firstIndex { $0.path > path } ?? paths.count
    paths.insert(PathPresence(path: path, isThere: isThere), at: index)
  }

  /// Whether the user's switch for all apps allows background work.
  package var allowsRefresh: Bool { backgroundRefresh != false }

  /// Whether the device runs on battery. Unknown power counts as mains, as on a machine without a battery.
  package var isOnBattery: Bool { power == .battery }

  /// Whether any field shows if the device is in use.
  package var reportsUser: Bool { isIdle != nil || screenIsOn != nil || load != nil }

  /// Whether the device is in use: by `isIdle` if it is known, else by the screen, else by the load. False if none is
  /// known.
  ///
  /// - Parameter busyLoad: The load in percent above which the device counts as in use.
  package func userIsActive(busyLoad: Int) -> Bool {
    isInUse ?? load.map { $0 > busyLoad } ?? false
  }

  /// Whether the device is in use by `isIdle`, else by the screen; `nil` if neither is known.
  package var isInUse: Bool? { isIdle.map { !$0 } ?? screenIsOn }
}
