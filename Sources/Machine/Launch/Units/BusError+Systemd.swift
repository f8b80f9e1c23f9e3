import Bus

/// What the service manager answers.
extension BusError {
  /// Another unit has that name.
  var isUnitExists: Bool { name == "org.freedesktop.systemd1.UnitExists" }

  /// Everything is being stopped, and nothing may be started.
  var isShutdown: Bool {
    name == "org.freedesktop.systemd1.TransactionIsDestructive"
      || name == "org.freedesktop.systemd1.ShuttingDown"
  }
}
