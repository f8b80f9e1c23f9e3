import Bus

extension LoginReading {
  /// Copies the values of a reading from the properties of logind's manager object.
  mutating func copyValues(ofManager manager: [String: BusValue]) {
    // Since systemd 257, weak blocks, which privileged users can ignore, have a property of their own.
    blockInhibited = ["BlockInhibited", "BlockWeakInhibited"].compactMap { manager[$0]?.text }
      .joined(separator: ":")
    lidIsClosed = manager["LidClosed"]?.flag ?? false
    isDocked = manager["Docked"]?.flag ?? false
    idleActionMicroseconds = manager["IdleActionUSec"]?.unsigned ?? idleActionMicroseconds
  }
}

extension LoginSession {
  /// Reads the properties of a session object. Missing properties have the values of a session without a user.
  init(_ properties: [String: BusValue]) {
    self.init(
      sessionClass: properties["Class"]?.text ?? "", type: properties["Type"]?.text ?? "",
      seat: properties["Seat"]?.elements.first?.text ?? "", tty: properties["TTY"]?.text ?? "",
      isRemote: properties["Remote"]?.flag ?? false,
      isActive: properties["Active"]?.flag ?? false,
      isClosing: properties["State"]?.text == "closing",
      isLocked: properties["LockedHint"]?.flag ?? false,
      isIdle: properties["IdleHint"]?.flag ?? false,
      idleSinceMicroseconds: properties["IdleSinceHintMonotonic"]?.unsigned ?? 0,
      beganMicroseconds: properties["TimestampMonotonic"]?.unsigned ?? 0)
  }
}
