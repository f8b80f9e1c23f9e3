import Bus

/// What the service manager answers.
extension BusError {
  /// Systemd knows no such unit, or no longer.
  var isNoSuchUnit: Bool { name == "org.freedesktop.systemd1.NoSuchUnit" }

  /// Another unit has that name.
  var isUnitExists: Bool { name == "org.freedesktop.systemd1.UnitExists" }

  /// Everything is being stopped, and nothing may be started.
  var isShutdown: Bool {
    name == "org.freedesktop.systemd1.TransactionIsDestructive"
      || name == "org.freedesktop.systemd1.ShuttingDown"
  }
}
