import Glibc

/// Why a call over the bus was not answered as wished.
package struct BusError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The error's name, such as `org.freedesktop.systemd1.NoSuchUnit`.
  package var name: String
  /// What went wrong, in words.
  package var message: String

  package init(name: String, message: String) {
    self.name = name
    self.message = message
  }

  package var description: String { message.isEmpty ? name : message }

  /// A failure of the library: a negative `errno`.
  static func system(_ what: String, _ result: Int32) -> BusError {
    BusError(
      name: "System.Error.\(abs(result))",
      message: "\(what): \(String(cString: strerror(abs(result))))")
  }

  package static let disconnected = BusError(
    name: "org.freedesktop.DBus.Error.Disconnected",
    message: "there is no connection to the message bus")

  /// The bus is there, the service is not on it: perhaps one of them was just started again.
  package var isServiceAbsent: Bool {
    name == "org.freedesktop.DBus.Error.ServiceUnknown"
      || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
      || name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
  }

  /// There was no answer in time.
  package var isTimeout: Bool {
    name == "System.Error.\(ETIMEDOUT)" || name == "org.freedesktop.DBus.Error.NoReply"
      || name == "org.freedesktop.DBus.Error.Timeout"
  }

  /// The environment names no such bus (sd_bus_open_user(3)), which it never will.
  var isForGood: Bool { name == "System.Error.\(ENOMEDIUM)" }

  /// Nobody knows whether what was asked has been done.
  package var isUncertain: Bool {
    name == "org.freedesktop.DBus.Error.Disconnected" || isTimeout
      || name == "System.Error.\(ECONNRESET)" || name == "System.Error.\(ENOTCONN)"
  }
}
