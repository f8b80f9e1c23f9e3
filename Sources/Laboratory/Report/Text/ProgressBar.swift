import Scheduling

/// A progress bar on a line that is overwritten repeatedly.
package struct ProgressBar: Sendable {
  private let width: Int
  private var shownPercent = -1

  /// - Parameter width: The columns of the terminal.
  package init(width: Int) {
    // Six columns for "100 % " before the bar, and two after it.
    let columnsBesideBar = 8
    self.width = max(1, min(width - columnsBesideBar, 40))
  }

  /// Returns the text that overwrites the line with the bar for `share`, the finished part of the work from 0 to 1;
  /// `nil` if the line already shows that percentage.
  package mutating func text(at share: Double) -> String? {
    let percent = Int(bounded: max(0, min(1, share)) * 100)
    guard percent != shownPercent else { return nil }
    shownPercent = percent
    let filledColumns = width * percent / 100
    let bar =
      String(repeating: "#", count: filledColumns)
      + String(repeating: "-", count: width - filledColumns)
    // So that the bar begins in the same column: "  5 %", "100 %".
    let padding = String(repeating: " ", count: 3 - String(percent).count)
    return "\r\(padding)\(percent) % \(bar)"
  }

  /// The text that clears the line: back to its beginning, and erase to its end (ECMA-48, EL).
  package static let wiped = "\r\u{1B}[K"
}
