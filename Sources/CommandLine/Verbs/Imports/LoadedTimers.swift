import ArgumentParser
import Terminal

/// The timers of systemd that `import --timers` translates.
package struct LoadedTimers {
  private let systemd: Systemctl

  /// Selects the system's systemd, or the user's for a daemon of a user.
  package init(_ connection: ConnectionOptions) throws(Failure) {
    systemd = Systemctl(isUser: try connection.instance().scope == .user)
  }

  /// Returns the properties of these timers; of all timers if there are no names. Throws if one does not exist.
  package func timers(named names: [String]) throws(Failure) -> [TimerFacts] {
    var timers: [TimerFacts] = []
    for name in names.isEmpty ? try systemd.timers() : names.map(SystemdUnit.timer) {
      let timer = try systemd.timer(name)
      let isLoaded = timer.loadState == "loaded"
      // Only a named timer must exist.
      guard isLoaded || names.isEmpty else {
        throw .refused(
          "timer '\(name.visible)' not found; list all timers with `\(systemd.name) list-timers --all`"
        )
      }
      if isLoaded { timers.append(timer) }
    }
    return timers
  }

  /// Adopts a timer, as `rubatoctl adopt` does.
  package static func adopt(_ name: String, _ connection: ConnectionOptions) throws(Failure) {
    guard var verb = try? AdoptVerb.parse([name]) else {
      throw .refused(
        "timer '\(name.visible)' is no name of a timer; use a name such as fstrim.timer")
    }
    verb.connection = connection
    try verb.perform(Session(connection))
  }
}
