import Bus
import Descriptors
import Scheduling

extension Machine {
  package struct Configuration: Sendable {
    /// The prefix of `/sys` and `/proc`; tests have trees of their own.
    package var root = ""
    /// The daemon's state directory, whose free space is read.
    package var stateDirectory = "/"
    /// The cgroups of our runs at the start, below the root of cgroups, whose load is not counted.
    package var ownCgroups: [String] = []
    /// Whether the daemon serves one user.
    package var isOfUser = false
    /// The names of the sources to use; `nil` for all.
    package var sources: Set<String>?
    /// The kernel's sockets that systemd has opened; `nil` if it has not.
    package var uevents: CInt?
    package var routes: CInt?

    package init() {}

    /// Whether the source of that name is used.
    func has(_ name: String) -> Bool { sources?.contains(name) ?? true }
  }

  /// Makes the machine that this process runs on.
  ///
  /// - Parameters:
  ///   - deliver: Called on the machine's own loop.
  ///   - log: Called with messages for the administrator.
  package convenience init(
    _ configuration: Configuration, log: @escaping @Sendable (String) -> Void,
    deliver: @escaping @Sendable (Event) -> Void
  ) {
    let loop = EventLoop(name: "devices")
    let (sources, sleepControl) = loop.sync {
      let system = Bus(whenThere: .system, loop: loop)
      return (
        Self.sources(configuration, system: system, loop: loop),
        configuration.has(Logind.sourceName) ? LogindSleep(bus: system, log: log) : nil
      )
    }
    self.init(sources, sleepControl: sleepControl, loop: loop, deliver: deliver)
  }

  /// The names of all possible sources, the most trusted first.
  package static let sourceNames = [
    "gamemode", "logind", "upower", "power-profiles", "networkmanager", "networkmanager-names",
    "networkd", "power-supplies", "platform-profile", "thermal-zones", "processors",
    "memory-pressure", "file-systems", "connectors", "routes", "mounts",
  ]

  /// Makes the sources that the configuration uses, the most trusted first.
  static func sources(
    _ configuration: Configuration, system: Bus, loop: EventLoop
  ) -> [any DeviceSource] {
    let all =
      loginSources(configuration, system: system, loop: loop)
      + serviceSources(configuration, system: system)
      + kernelSources(configuration, loop: loop)
    return all.filter { configuration.has($0.name) }
  }
}
