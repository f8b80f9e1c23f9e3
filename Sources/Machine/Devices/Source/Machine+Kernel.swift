import Descriptors

extension Machine {
  /// Makes the sources that read the kernel, for machines without services that know the values better.
  static func kernelSources(
    _ configuration: Configuration, loop: EventLoop
  ) -> [any DeviceSource] {
    let tree = KernelTree(configuration.root)
    let ownCgroups = configuration.ownCgroups
    return [
      PowerSupplySource(tree, passed: configuration.uevents, loop: loop),
      PlatformProfileSource(tree, loop: loop),
      PolledSource.heat(tree, loop: loop),
      LoadSource(tree, ownCgroups: ownCgroups, loop: loop),
      MemorySource(tree, ownCgroups: ownCgroups, loop: loop),
      PolledSource.storage(["/", configuration.stateDirectory], tree, loop: loop),
      PolledSource.screen(tree, loop: loop),
      RoutesSource(tree, passed: configuration.routes, loop: loop),
      PathSource(tree, checksOnlyPublicPaths: !configuration.isOfUser, loop: loop),
    ]
  }
}
