import Control

/// The place of an answer: its colours, its width, its time, and the option that names the daemon.
package struct Screen: Sendable {
  package let style: Style
  /// The columns; `nil` if lines can have any length.
  package let width: Int?
  package let clock: WallClock
  /// Completes advised commands, so that they reach the daemon of this answer.
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

  /// Returns a text of the daemon as the user needs it: times in local form, and commands with the option that names
  /// this daemon.
  package func daemonText(_ text: String) -> String {
    commands.completed(clock.withLocalTimes(text.visible))
  }

  /// Returns the text in the colour of its role, if the screen has colours.
  func paint(_ text: String, _ role: Role) -> String { style.paint(text, role) }

  /// Lines of fewer columns are harder to read than a line that the terminal breaks.
  private static let fewestColumns = 20

  /// Breaks a text at spaces into lines that fit the screen. Each line after the first begins at the column `indent`,
  /// at which the caller puts the first one. Does not break the text if at most `fewestColumns` are left for it.
  package func wrap(_ text: String, indent: Int = 0) -> String {
    guard let width, width > indent + Self.fewestColumns else { return text }
    let room = width - indent
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      if !line.isEmpty, Style.columns(line) + 1 + Style.columns(word) > room {
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
