import Vocabulary

/// Device fields in plain words.
package enum DeviceWords {
  /// The names of the fields in the order in which texts show them.
  private static let shownOrder = DeviceKey.names

  /// Describes some fields in the order in which they are shown: `unplugged, battery 99 %`.
  ///
  /// - Parameter values: The value of each field by its name, such as `["battery": "99", "power": "battery"]`.
  package static func words(_ values: [String: String]) -> String {
    // Paths and fields of a newer daemon come last.
    let others = values.keys.filter { !shownOrder.contains($0) }.sorted()
    let phrases = (shownOrder + others).compactMap { name in
      values[name].map { value in phrase(name, value) }
    }
    return phrases.joined(separator: ", ")
  }

  /// Describes one field, such as `battery 99 %`. A field or a value without words of its own is returned as it is.
  private static func phrase(_ key: String, _ value: String) -> String {
    if key.hasPrefix(pathPrefix) { return pathPhrase(key.dropFirst(pathPrefix.count), value) }
    return switch (key, value) {
    case (_, "unknown"): "\(key) unknown".visible
    case ("power", "ac"): "plugged in"
    case ("power", "battery"): "unplugged"
    case ("battery", _), ("load", _): "\(key) \(value) %".visible
    case ("low-power", _): "low-power mode \(value)".visible
    case ("network", "none"): "no network"
    case ("network", _): "on \(value)".visible
    case ("metered", "yes"): "metered"
    case ("metered", "no"): "unmetered"
    case ("idle", "yes"): "idle"
    case ("idle", "no"): "in use"
    case ("network-names", "none"): "connected to no network"
    case ("network-names", _): "connected to \(value)".visible
    case ("background-refresh", _): "Background App Refresh \(value)".visible
    case ("locked", "yes"): "data locked"
    case ("locked", "no"): "data unlocked"
    default: "\(key) \(value)".visible
    }
  }

  private static let pathPrefix = "path:"

  /// Describes a path with the value of its field: `/mnt/backup present`.
  private static func pathPhrase(_ path: Substring, _ value: String) -> String {
    switch value {
    case "yes": "\(path) present".visible
    case "no": "\(path) missing".visible
    default: "\(path) \(value)".visible
    }
  }
}
