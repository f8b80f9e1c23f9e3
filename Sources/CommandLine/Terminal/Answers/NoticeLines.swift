import Control
import Vocabulary

/// The lines of `watch`: one for each notice, with a headline for each new day.
package struct NoticeLines {
  private let screen: Screen
  /// The day of the previous notice; `nil` before the first.
  private var previousDay: String?

  package init(on screen: Screen) {
    self.screen = screen
  }

  /// Returns the line of a notice, below a headline with its day if the previous notice was of another day.
  package mutating func lines(_ notice: NoticeInfo) -> [String] {
    let day = screen.clock.day(notice.at)
    defer { previousDay = day }
    return (day == previousDay ? [] : [screen.paint(day, .heading)]) + [line(notice)]
  }

  /// The columns for the name of an event; most names, such as `accepted`, have at most eight characters.
  private static let eventColumns = 9
  /// The columns before the text: a time such as `07:00:12` and two spaces, then the event and a space.
  private static let textIndent = 8 + 2 + eventColumns + 1

  /// Returns the line of a notice: its time, its event, and the text about the event.
  private func line(_ notice: NoticeInfo) -> String {
    let event = Self.padded(notice.event.visible, to: Self.eventColumns)
    let text = screen.wrap(text(notice), indent: Self.textIndent)
    return screen.paint(screen.clock.time(notice.at), .dim) + "  "
      + screen.paint(event, Self.role(notice)) + " " + text
  }

  /// Returns the text after the event: a note, the changes of the device, or the request with details.
  private func text(_ notice: NoticeInfo) -> String {
    if notice.event == "note" { return screen.paint(screen.daemonText(notice.text), .heading) }
    if let device = notice.device { return Self.deviceText(device, notice.event) }
    guard let id = notice.id else { return screen.daemonText(notice.text) }
    let name = RequestName(app: notice.app, id: id).name.visible
    let eventDetails = details(notice)
    if notice.event == "waiting" { return screen.paint("\(name): \(eventDetails)", .dim) }
    return screen.paint(name, .heading) + (eventDetails.isEmpty ? "" : ": \(eventDetails)")
  }

  /// Describes the device. A snapshot has all fields; unknown ones are left out.
  private static func deviceText(_ values: [String: String], _ event: String) -> String {
    guard event == "snapshot" else { return DeviceWords.words(values) }
    let known = values.filter { $0.value != "unknown" }
    return known.isEmpty ? "device state unknown" : DeviceWords.words(known)
  }

  /// Returns the details of an event of a request; empty if there are none.
  private func details(_ notice: NoticeInfo) -> String {
    switch notice.event {
    case "accepted": notice.kind?.visible ?? ""
    case "overdue": "not done by its latest date"
    case "waiting": notice.reasons?.map(ReasonWords.state).joined(separator: ", ") ?? ""
    case "started": notice.run.map { "run \($0)" } ?? ""
    case "thawed": ""
    case "warned", "killing", "removed", "frozen":
      notice.stopReason.map { OutcomeWords.stopReason($0, notice.stopMessage) } ?? ""
    case "ended": Self.endText(notice)
    default: screen.daemonText(notice.text)
    }
  }

  /// Describes the end of a run: its outcome, its stop reason, and its exit status unless that is 0.
  private static func endText(_ notice: NoticeInfo) -> String {
    let outcome = notice.outcome.map(OutcomeWords.words)
    let reason = notice.stopReason.map { OutcomeWords.stopReason($0, notice.stopMessage) }
    let exit = notice.exit.flatMap { $0 == 0 ? nil : "exit \($0)" }
    return [outcome, reason, exit].compactMap(\.self).joined(separator: ", ")
  }

  /// Returns the role that colours the name of the event.
  private static func role(_ notice: NoticeInfo) -> Role {
    switch notice.event {
    case "snapshot", "device": .accent
    case "started", "thawed": .good
    case "ended": OutcomeWords.role(notice.outcome)
    case "warned", "removed", "frozen": .warning
    case "killing", "overdue": .bad
    case "waiting": .dim
    default: .plain
    }
  }

  /// Returns the text with spaces behind it, so that it takes up at least `width` columns.
  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
