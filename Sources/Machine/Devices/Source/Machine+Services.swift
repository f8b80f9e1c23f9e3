import Bus

extension Machine {
  /// Makes the sources for system services that report power and the network, the most trusted first. All of them
  /// know more than the kernel's files.
  static func serviceSources(_ configuration: Configuration, system: Bus) -> [any DeviceSource] {
    [
      UPowerSource(on: system),
      PowerProfilesSource(on: system),
      NetworkManagerSource(on: system),
      NetworkManagerNamesSource(on: system),
      NetworkdSource(on: system, KernelTree(configuration.root)),
    ]
  }
}
