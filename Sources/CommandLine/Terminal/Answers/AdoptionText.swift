import Control

/// The answer to `adopt`, which disables a systemd timer and queues a request in its place.
package enum AdoptionText {
  /// Returns a sentence on the request that replaces the timer, with the command to undo it, then notes and warnings.
  package static func lines(
    _ reply: Submit.Reply, _ timer: TimerFacts, on screen: Screen
  ) -> [String] {
    let request = reply.request
    // A request has either calendar events or an interval.
    let calendarEvents = request.on.map(\.visible).joined(separator: ", ")
    let interval = request.every.map { " every \(DurationText.exact($0))" } ?? ""
    let rhythm = request.on.isEmpty ? interval : " on \(calendarEvents)"
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
