import Bus

extension Machine {
  /// Services of the system that tell of power and the network, the most trusted first. All of them
  /// know more than the kernel's files do.
  static func serviceSources(_ configuration: Configuration, system: Bus) -> [any DeviceSource] {
    [
      UPowerSource(on: system),
      PowerProfilesSource(on: system),
      NetworkManagerSource(on: system),
      NetworkdSource(on: system, KernelTree(configuration.root)),
    ]
  }
}
