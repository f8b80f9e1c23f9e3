import Zones

/// The names of the machine's time zones.
enum ZoneNames {
  static func contains(_ name: String) -> Bool { ZoneFiles.rule(of: name) != nil }
}
