import Bus

/// Errors of the service manager.
extension BusError {
  /// Whether another unit has that name.
  var isUnitExists: Bool { name == "org.freedesktop.systemd1.UnitExists" }

  /// Whether the system is shutting down, so that nothing can be started.
  var isShutdown: Bool {
    name == "org.freedesktop.systemd1.TransactionIsDestructive"
      || name == "org.freedesktop.systemd1.ShuttingDown"
  }
}
