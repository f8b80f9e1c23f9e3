import Control

/// Where an answer is read: its colours, its width, the time there, and how the daemon is named there.
package struct Screen: Sendable {
  package let style: Style
  /// Columns; nil where lines may be as long as they like.
  package let width: Int?
  package let clock: WallClock
  private let commands: AdvisedCommands

  package init(
    style: Style, width: Int?, clock: WallClock, commands: AdvisedCommands = AdvisedCommands()
  ) {
    self.style = style
    self.width = width
    self.clock = clock
    self.commands = commands
  }

  /// A command that is advised, in backticks.
  ///
  /// - Parameter words: What follows `rubatoctl`.
  package func command(_ words: String) -> String { commands.completed("`rubatoctl \(words)`") }

  /// A text of the daemon's as people here say it, with the times and the commands in it.
  package func told(_ text: String) -> String {
    commands.completed(clock.localised(text.visible))
  }

  func paint(_ text: String, _ role: Role) -> String { style.paint(text, role) }

  /// Breaks a text into lines that fit. It begins at the column `indent`, and so do its later lines.
  package func wrap(_ text: String, indent: Int = 0) -> String {
    guard let width, width > indent + 20 else { return text }
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !line.isEmpty, Style.columns(line) + 1 + Style.columns(word) > width - indent {
        lines.append(line)
        line = String(word)
      } else {
        line += line.isEmpty ? String(word) : " \(word)"
      }
    }
    lines.append(line)
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}
