import Control
import Vocabulary

/// The answer to `status`.
package enum StatusText {
  /// Returns the state of the daemon, and the requests that need attention. Empty lists are left out.
  ///
  /// - Parameters:
  ///   - instance: The name of the daemon: `system`, `user` or its socket.
  ///   - isStopped: Whether the clock is simulated and stopped.
  ///   - userName: Returns the name of a uid.
  package static func lines(
    _ status: Status.Reply, instance: String, isStopped: Bool = false,
    userName: (Int64) -> String, on screen: Screen
  ) -> [String] {
    var card = KeyValueLines()
    card.add("rubatod", "\(status.version) (\(instance))")
    let now = "\(screen.clock.day(status.now)) \(screen.clock.time(status.now))"
    card.add("clock", status.simulated ? "\(now), simulated" : now)
    if isStopped { card.add("", stoppedClock(on: screen), .warning) }
    card.add("state in", status.stateDirectory)
    if let error = status.storeError {
      card.add(
        "not written",
        "\(error); rubatod accepts and starts nothing until its state can be written",
        .bad)
    }
    card.add("history", history(status.history))
    addRequests(status, to: &card, screen)
    for pause in status.pauses {
      card.add("paused", PauseText.line(pause, screen.clock, userName), .warning)
    }
    for warning in status.warnings {
      card.add("warning", screen.daemonText(warning), .warning)
    }
    return card.lines(on: screen)
  }

  /// Adds the number of requests, and a line with the ids of the requests for each kind of trouble. Advice follows in a
  /// line without a key.
  private static func addRequests(
    _ status: Status.Reply, to card: inout KeyValueLines, _ screen: Screen
  ) {
    card.add("requests", "\(status.waiting) waiting, \(status.running) running")
    card.add("overdue", status.overdue.joined(separator: ", "), .bad)
    card.add("skipped", status.skipped?.joined(separator: ", "), .bad)
    if !status.overdue.isEmpty || status.skipped?.isEmpty == false {
      card.add(
        "",
        "\(screen.command("explain ID")) shows why one waits,"
          + " \(screen.command("acknowledge ID")) removes one from this list")
    }
    card.add("failed", status.failed.joined(separator: ", "), .bad)
    if !status.failed.isEmpty {
      card.add(
        "",
        "\(screen.command("list --failed")) lists them; \(screen.command("retry ID")) queues one again,"
          + " \(screen.command("acknowledge ID")) removes it")
    }
    card.add("failing", status.failing.joined(separator: ", "), .bad)
    if !status.failing.isEmpty {
      card.add(
        "",
        "\(screen.command("explain ID")) shows the next try, \(screen.command("logs ID")) the output"
      )
    }
    card.add("retrying", status.retrying.joined(separator: ", "), .warning)
    card.add("quarantined", status.quarantined.joined(separator: ", "), .bad)
    if !status.quarantined.isEmpty {
      card.add(
        "",
        "\(screen.command("logs ID")) shows the output of one,"
          + " \(screen.command("unquarantine ID")) lets one run again")
    }
  }

  /// Returns the sentence that a simulated clock is stopped, with the command that advances it.
  package static func stoppedClock(on screen: Screen) -> String {
    "the clock is stopped; \(screen.command("clock advance 1m")) advances it"
  }

  /// Describes for how long runs are kept, how many of each request, and how much of their output.
  private static func history(_ retention: RetentionInfo) -> String {
    let days = DurationText.exact(retention.seconds)
    let runs = "\(days), at most \(retention.runs) runs a request"
    let output = "\(SizeNotation.text(retention.directOutputBytes)) of output a user"
    return retention.usesJournal
      ? "\(runs); output by the journal's own rules" : "\(runs); \(output)"
  }
}
