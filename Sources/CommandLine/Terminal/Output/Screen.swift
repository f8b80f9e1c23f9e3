import Control

/// The place of an answer: its colours, its width, its time, and the option that names the daemon.
package struct Screen: Sendable {
  package let style: Style
  /// The columns; `nil` if lines can have any length.
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

  /// Returns an advised command, in backticks.
  ///
  /// - Parameter words: The words after `rubatoctl`.
  package func command(_ words: String) -> String { commands.completed("`rubatoctl \(words)`") }

  /// Returns a text of the daemon with local times and complete commands.
  package func daemonText(_ text: String) -> String {
    commands.completed(clock.withLocalTimes(text.visible))
  }

  func paint(_ text: String, _ role: Role) -> String { style.paint(text, role) }

  /// Breaks a text at spaces into lines that fit the screen. Each line after the first begins at the column `indent`,
  /// at which the caller puts the first one. Does not break the text if at most 20 columns are left for it.
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
