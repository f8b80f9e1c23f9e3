/// The names of logind on the bus (org.freedesktop.login1(5)).
enum Logind {
  /// Logind's name as a source of the device state.
  static let sourceName = "logind"

  static let name = "org.freedesktop.login1"
  static let path = "/org/freedesktop/login1"
  static let manager = "org.freedesktop.login1.Manager"
  static let session = "org.freedesktop.login1.Session"
}
