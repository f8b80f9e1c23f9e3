import Bus

/// What logind is asked to wait for, or not to do (systemd.io/INHIBITOR_LOCKS).
struct Inhibition {
  enum Mode: String {
    case delay, block
  }

  /// For people: `systemd-inhibit --list` shows it.
  var why: String
  var mode: Mode

  /// - Parameter done: called with a descriptor that inhibits sleep until it is closed.
  func take(
    from logind: BusService, done: @escaping (Result<BusDescriptor, BusError>) -> Void
  ) {
    logind.call(
      "Inhibit", path: Logind.path, interface: Logind.manager,
      arguments: ["sleep", "Rubato", why, mode.rawValue].map { .string($0) }
    ) { result in
      done(result.flatMap(Self.descriptor))
    }
  }

  private static func descriptor(_ values: [BusValue]) -> Result<BusDescriptor, BusError> {
    guard let descriptor = values.first?.descriptor else {
      return .failure(
        BusError(
          name: "org.freedesktop.DBus.Error.InvalidSignature",
          message: "logind answered without a descriptor"))
    }
    return .success(descriptor)
  }
}

extension BusError {
  /// Logind is already doing what was to be inhibited.
  var isInProgress: Bool { name == "org.freedesktop.login1.OperationInProgress" }
}
