import Dispatch

extension Machine {
  /// What the kernel itself tells: for machines without services that know it better.
  static func kernelSources(
    _ configuration: Configuration, queue: DispatchQueue
  ) -> [any DeviceSource] {
    let tree = KernelTree(configuration.root)
    let own = [configuration.ownCgroup].compactMap(\.self)
    return [
      PowerSupplySource(tree, passed: configuration.uevents, queue: queue),
      PlatformProfileSource(tree, queue: queue),
      PolledSource.heat(tree, queue: queue),
      LoadSource(tree, ownCgroups: own, queue: queue),
      MemorySource(tree, ownCgroups: own, queue: queue),
      PolledSource.storage(["/", configuration.stateDirectory], tree, queue: queue),
      PolledSource.screen(tree, queue: queue),
      RoutesSource(tree, passed: configuration.routes, queue: queue),
      PathSource(tree, isForAll: !configuration.isOfUser, queue: queue),
    ]
  }
}
