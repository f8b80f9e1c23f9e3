import Control
import Vocabulary

/// The state of `top`: the content of the daemon, the selected line, and the text over it. Events change it
/// (`TopState+Events.swift`), and `TopScreen` draws it.
package struct TopState: Sendable {
  /// The size of a terminal in characters.
  package struct Size: Hashable, Sendable {
    package var columns: Int
    package var rows: Int

    package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

    /// The smallest size that `top` uses.
    package static let smallest = Size(columns: 80, rows: 24)

    /// Whether `top` can draw its lists in this size.
    var isLargeEnough: Bool {
      columns >= Self.smallest.columns && rows >= Self.smallest.rows
    }
  }

  /// A text that covers the lists.
  enum Page: Sendable {
    case help
    /// An explanation at a time of the daemon.
    case explanation(ExplanationInfo, at: WallTime)
  }

  /// A question in the last line. The key `y` performs its action, and any other key cancels it.
  struct Question: Sendable {
    var text: String
    var action: TopAction
  }

  package internal(set) var size: Size
  /// The content; `nil` if none was read yet.
  package internal(set) var content: TopContent?
  /// The values of the device.
  var device: [String: String] = [:]
  /// The sentence that the daemon has ended; `nil` while there is a connection.
  package internal(set) var loss: String?
  var page: Page?
  /// The first shown line of the page.
  var pageOffset = 0
  var question: Question?
  /// The answer to the last action; `nil` if there is none, or a key was pressed after it.
  var message: Table.Cell?
  /// The selected line; `nil` if there is none.
  package internal(set) var selected: TopEntry?
  /// The position of the first shown line in each section, in the order of `TopEntry.Section`.
  var offsets = [0, 0, 0]

  package init(size: Size) { self.size = size }

  /// The lines of all sections, from above.
  var entries: [TopEntry] {
    TopEntry.Section.allCases.flatMap { content?.entries(in: $0) ?? [] }
  }
}

/// An action that the state causes and that `TopLoop` performs: a call to the daemon, or an effect on the terminal.
package enum TopAction: Hashable, Sendable {
  case quit, suspend, redraw
  case explain(TopEntry)
  case follow(TopEntry)
  case run(TopEntry, isForced: Bool)
  case stop(TopEntry)
  case pause(TopEntry)
  case resume(TopEntry)
}

/// A change from outside, which `TopLoop` passes to the state.
package enum TopEvent: Sendable {
  case key(TopKey)
  case resized(TopState.Size)
  case content(TopContent)
  /// Changed values of the device, or all of them.
  case device([String: String], isAll: Bool)
  /// The connection was lost; a sentence on it.
  case lost(String)
  case explained(ExplanationInfo)
  /// The answer to an action.
  case answered(String, isRefusal: Bool)
}
