import Dispatch
import Scheduling

extension Machine {
  package struct Configuration: Sendable {
    /// What stands before `/sys` and `/proc`; tests have trees of their own.
    package var root = ""
    /// Where the daemon keeps its things, for the space that is left there.
    package var stateDirectory = "/"
    /// The cgroup of what we run, below the root of cgroups, whose load is not counted.
    package var ownCgroup: String?
    /// Whether the daemon serves one user.
    package var isOfUser = false
    /// Which sources to ask, by name; nil is all.
    package var sources: Set<String>?
    /// The kernel's sockets that systemd has opened, where it has.
    package var uevents: CInt?
    package var routes: CInt?

    package init() {}
  }

  /// The machine that this process runs on.
  ///
  /// - Parameters:
  ///   - deliver: Called on the machine's own queue.
  ///   - log: Takes what an administrator should know.
  package convenience init(
    _ configuration: Configuration, log: @escaping @Sendable (String) -> Void,
    deliver: @escaping @Sendable (MachineEvent) -> Void
  ) {
    let queue = DispatchQueue(label: "io.rubato.devices")
    let sources = Self.sources(configuration, queue: queue, log: log)
    self.init(sources, sleeping: nil, queue: queue, deliver: deliver)
  }

  /// All sources, the most trusted first.
  private static func sources(
    _ configuration: Configuration, queue: DispatchQueue, log: @escaping @Sendable (String) -> Void
  ) -> [any DeviceSource] {
    let all: [any DeviceSource] = kernelSources(configuration, queue: queue)
    return all.filter { configuration.sources?.contains($0.name) ?? true }
  }
}
