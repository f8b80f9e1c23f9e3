/// The text that turns one screen into the next.
package enum TopFrame {
  /// Clears the terminal (ECMA-48, 8.3.39).
  private static let eraseScreen = "\u{1B}[2J"
  /// Clears the line of the cursor (ECMA-48, 8.3.41).
  private static let eraseLine = "\u{1B}[2K"

  /// Returns the text that draws the changed lines; empty if no line has changed. If the number of lines differs, as
  /// after a change of the terminal's size, all lines are drawn.
  ///
  /// - Parameter old: The lines on the terminal; `nil` if they are unknown, so that all are drawn.
  package static func update(from old: [String]?, to new: [String]) -> String {
    let drawsAll = old?.count != new.count
    var text = drawsAll ? eraseScreen : ""
    for (index, line) in new.enumerated() where drawsAll || old?[index] != line {
      let moveToLine = "\u{1B}[\(index + 1);1H"
      // Erased first: the cursor stays in the last column of a full line, which erasing behind it would clear.
      text += moveToLine + eraseLine + line
    }
    return text
  }
}
