/// The text that turns one screen into the next.
package enum TopFrame {
  /// Returns the text that draws the changed lines; empty if no line has changed.
  ///
  /// - Parameter old: The lines on the terminal; `nil` if they are unknown, so that all are drawn.
  package static func update(from old: [String]?, to new: [String]) -> String {
    let isWhole = old?.count != new.count
    var text = isWhole ? "\u{1B}[2J" : ""
    for (index, line) in new.enumerated() where isWhole || old?[index] != line {
      // Erased first: the cursor stays in the last column of a full line, which erasing behind it would clear.
      text += "\u{1B}[\(index + 1);1H\u{1B}[2K\(line)"
    }
    return text
  }
}
