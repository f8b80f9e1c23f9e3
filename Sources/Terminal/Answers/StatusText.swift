import Control

/// The answer to `status`.
package enum StatusText {
  /// - Parameter instance: Which daemon answered: `system`, `user` or its socket.
  package static func lines(
    _ status: Status.Reply, instance: String, on screen: Screen
  ) -> [String] {
    var facts = KeyValueLines()
    facts.add("rubatod", "\(status.version) (\(instance))")
    let now = "\(screen.clock.day(status.now)) \(screen.clock.time(status.now))"
    facts.add("clock", status.simulated ? "\(now), simulated" : now)
    facts.add("state in", status.stateDirectory)
    facts.add("requests", "\(status.waiting) waiting, \(status.running) running")
    facts.add("overdue", status.overdue.joined(separator: ", "), .bad)
    facts.add("failing", status.failing.joined(separator: ", "), .bad)
    facts.add("quarantined", status.quarantined.joined(separator: ", "), .bad)
    for warning in status.warnings {
      facts.add("warning", screen.clock.localised(warning), .warning)
    }
    return facts.lines(on: screen)
  }
}
