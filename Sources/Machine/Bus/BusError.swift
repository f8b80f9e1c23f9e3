import Glibc

/// The reason why a call over the bus failed.
package struct BusError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The error's name, such as `org.freedesktop.systemd1.NoSuchUnit`.
  package var name: String
  /// The description of the error.
  package var message: String

  package init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  package var description: String { message.isEmpty ? name : message }

  /// Makes the error for a failure of the library: a negative `errno`.
  static func system(_ problem: String, _ result: Int32) -> BusError {
    BusError(
      name: "System.Error.\(abs(result))",
      message: "\(problem): \(String(cString: strerror(abs(result))))")
  }

  package static let disconnected = BusError(
    name: "org.freedesktop.DBus.Error.Disconnected",
    message: "not connected to the message bus")

  /// Whether the bus exists without the service; perhaps one of them was just restarted.
  package var isServiceAbsent: Bool {
    name == "org.freedesktop.DBus.Error.ServiceUnknown"
      || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
      || name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
  }

  /// Whether the answer did not arrive in time.
  package var isTimeout: Bool {
    name == "System.Error.\(ETIMEDOUT)" || name == "org.freedesktop.DBus.Error.NoReply"
      || name == "org.freedesktop.DBus.Error.Timeout"
  }

  /// Whether the environment names no such bus (sd_bus_open_user(3)), which is permanent.
  var isPermanent: Bool { name == "System.Error.\(ENOMEDIUM)" }

  /// Whether it is unknown if the call had its effect.
  package var isUncertain: Bool {
    name == "org.freedesktop.DBus.Error.Disconnected" || isTimeout
      || name == "System.Error.\(ECONNRESET)" || name == "System.Error.\(ENOTCONN)"
  }
}
