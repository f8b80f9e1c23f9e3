import Bus

/// An inhibition requested from logind (systemd.io/INHIBITOR_LOCKS).
struct Inhibition {
  enum Mode: String {
    case delay, block
  }

  /// The reason, shown by `systemd-inhibit --list`.
  var why: String
  var mode: Mode
  /// The inhibited operations, in logind's notation.
  var operations = "sleep"

  /// Requests from logind that sleep is delayed or blocked.
  /// - Parameter done: Called with a descriptor that inhibits sleep until it is closed.
  func inhibit(
    from logind: BusService, done: @escaping (Result<BusDescriptor, BusError>) -> Void
  ) {
    logind.call(
      "Inhibit", path: Logind.path, interface: Logind.manager,
      arguments: [operations, "Rubato", why, mode.rawValue].map { .string($0) }
    ) { result in
      done(result.flatMap(Self.descriptor))
    }
  }

  /// Returns the descriptor in logind's answer, or an error if the answer has none.
  private static func descriptor(_ values: [BusValue]) -> Result<BusDescriptor, BusError> {
    guard let descriptor = values.first?.descriptor else {
      return .failure(
        BusError(
          name: "org.freedesktop.DBus.Error.InvalidSignature",
          message: "the reply of logind has no descriptor"))
    }
    return .success(descriptor)
  }
}

extension BusError {
  /// Whether the inhibited operation is already in progress.
  var isInProgress: Bool { name == "org.freedesktop.login1.OperationInProgress" }
}
