import Devices
import Launch
import Logging
import Scheduling
import Stepping

extension Options {
  /// Whether the daemon reads the device on which it runs. Otherwise all of its defaults are the same on every machine.
  var readsMachine: Bool { !simulates && sources?.isEmpty != true && deviceRoot.isEmpty }

  /// Throws if the option `--sources` names an unknown source of device values.
  func checkSources() throws(DaemonError) {
    guard let sources, !sources.isEmpty else { return }
    let names = Machine.sourceNames
    for name in sources.sorted() where !names.contains(name) {
      throw DaemonError(
        "--sources '\(name)' is not allowed; use all, none, or a comma-separated list of:"
          + " \(names.joined(separator: ", "))")
    }
  }
}

extension Daemon {
  /// Makes the reader of this machine; `nil` if the device is simulated or no source is to be used.
  func makeMachine(_ inbox: Inbox, _ launcher: any Launcher) -> Machine? {
    guard !options.simulates, options.sources?.isEmpty != true else { return nil }
    var configuration = Machine.Configuration()
    configuration.root = options.deviceRoot
    configuration.stateDirectory = daemonPaths.state
    configuration.ownCgroups = launcher.cgroupsOfRuns
    configuration.isOfUser = options.isUser
    configuration.sources = options.sources
    configuration.uevents = passedSockets.uevents
    configuration.routes = passedSockets.routes
    let logger = logger
    return Machine(configuration) {
      logger.warning("\($0)")
    } deliver: { event in
      inbox.put(.event(event))
    }
  }
}
