import Control

/// The lines of `watch`: one a notice, with a headline where a new day begins.
package struct NoticeLines {
  private let screen: Screen
  private var day: String?

  package init(on screen: Screen) {
    self.screen = screen
  }

  package mutating func lines(_ notice: NoticeInfo) -> [String] {
    let today = screen.clock.day(notice.at)
    defer { day = today }
    return (today == day ? [] : [screen.paint(today, .heading)]) + [line(notice)]
  }

  private func line(_ notice: NoticeInfo) -> String {
    let event = Self.padded(notice.event.visible, 9)
    return screen.paint(screen.clock.time(notice.at), .dim) + "  "
      + screen.paint(event, Self.role(notice)) + " " + screen.wrap(text(notice), indent: 20)
  }

  private func text(_ notice: NoticeInfo) -> String { notice.text.visible }

  private static func role(_ notice: NoticeInfo) -> Role {
    switch notice.event {
    case "snapshot", "device": .accent
    case "started": .good
    case "ended": notice.outcome == "completed" ? .good : .bad
    case "warned", "removed": .warning
    case "killing": .bad
    default: .plain
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}
