import Glibc

/// Why a call over the bus was not answered as wished.
package struct BusError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The error's name, such as `org.freedesktop.systemd1.NoSuchUnit`.
  package var name: String
  /// What went wrong, in words.
  package var message: String

  package var description: String { message.isEmpty ? name : message }

  /// A failure of the library: a negative `errno`.
  static func system(_ what: String, _ result: Int32) -> BusError {
    BusError(name: "System.Error.\(abs(result))", message: "\(what): \(errorText(abs(result)))")
  }

  static let disconnected = BusError(
    name: "org.freedesktop.DBus.Error.Disconnected",
    message: "there is no connection to the message bus")

  /// Systemd knows no such unit, or no longer.
  var isNoSuchUnit: Bool { name == "org.freedesktop.systemd1.NoSuchUnit" }

  /// Another unit has that name.
  var isUnitExists: Bool { name == "org.freedesktop.systemd1.UnitExists" }

  /// Everything is being stopped, and nothing may be started.
  var isShutdown: Bool {
    name == "org.freedesktop.systemd1.TransactionIsDestructive"
      || name == "org.freedesktop.systemd1.ShuttingDown"
  }

  /// The bus is there, the service manager is not on it: one of them was just started again.
  var isManagerAbsent: Bool {
    name == "org.freedesktop.DBus.Error.ServiceUnknown"
      || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
      || name.hasPrefix("org.freedesktop.DBus.Error.Spawn.")
  }

  /// Nobody knows whether what was asked has been done.
  var isUncertain: Bool {
    name == "org.freedesktop.DBus.Error.Disconnected" || name == "System.Error.\(ETIMEDOUT)"
      || name == "org.freedesktop.DBus.Error.NoReply"
      || name == "org.freedesktop.DBus.Error.Timeout"
      || name == "System.Error.\(ECONNRESET)" || name == "System.Error.\(ENOTCONN)"
  }
}
