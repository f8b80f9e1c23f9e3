import Control

/// The answer to `adopt`.
package enum AdoptionText {
  /// Returns a sentence on the request that replaces the timer, with the command to undo it, then notes and warnings.
  package static func lines(
    _ reply: Submit.Reply, _ timer: TimerFacts, on screen: Screen
  ) -> [String] {
    let request = reply.request
    // The dates of --on, else the interval.
    let rhythm =
      request.on.isEmpty
      ? request.every.map { " every \(DurationText.exact($0))" } ?? ""
      : " on \(request.on.map(\.visible).joined(separator: ", "))"
    let latest = request.latest.map { ", at the latest \(screen.clock.full($0))" } ?? ""
    let head = screen.paint("Adopted", .good)
    let sentence =
      "\(head): \(timer.name.visible) is disabled; \(screen.paint(request.id.visible, .heading)) starts "
      + "\(timer.unit.visible)\(rhythm) instead, from \(screen.clock.full(request.earliest))"
      + "\(latest). To undo: \(screen.command("release \(timer.name.visible)"))"
    let notes =
      timer.wakesMachine && !request.wake
      ? ["The timer woke the machine; the request does not."] : []
    return [screen.wrap(sentence)] + notes
      + reply.warnings.map { screen.wrap("Warning: \(screen.daemonText($0.text)).") }
  }
}
