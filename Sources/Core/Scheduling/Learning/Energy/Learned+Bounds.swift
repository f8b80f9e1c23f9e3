extension Learned {
  /// The misfit of the bytes; `nil` if they can be read, or for unknown names.
  package var misfit: Misfit? {
    let isReadable =
      switch name {
      case Self.device: DeviceHabit(bytes: bytes) != nil
      case Self.energy: EnergyAllowance(bytes: bytes, secondsPerDay: 1) != nil
      case Self.pauses, Self.groupPauses: Pause.isList(bytes)
      case Self.concurrency: Concurrency.isReadable(bytes)
      case Self.wakes: WakeHistory(bytes: bytes) != nil
      case _ where name.hasPrefix(Self.userPrefix): UserHabit(bytes: bytes) != nil
      default: true
      }
    if isReadable { return nil }
    return Misfit(field: "bytes", value: "not readable", allowed: "bytes in the stored form")
  }
}
