/// A report of a continued task to the daemon.
package struct TaskReport: Equatable, Sendable {
  package struct Title: Equatable, Sendable {
    package var title: String
    package var subtitle: String

    package init(title: String, subtitle: String) {
      self.title = title
      self.subtitle = subtitle
    }
  }

  /// The completed share of the work, 0 to 1; `nil` if unchanged.
  package var share: Double?
  /// The title and the subtitle; `nil` if unchanged.
  package var title: Title?

  /// Replaces the share and the title by those of a later report, as far as that contains them.
  mutating func add(_ later: TaskReport) {
    share = later.share ?? share
    title = later.title ?? title
  }
}

extension TaskReport.Title {
  /// The longest text that the daemon accepts, in bytes.
  package static let longestText = 1024

  /// The texts as the daemon accepts them: cut after `longestText` bytes, and without NUL characters. If it refused
  /// one, it would get no more reports of the task's progress.
  package var accepted: TaskReport.Title {
    TaskReport.Title(title: Self.accepted(title), subtitle: Self.accepted(subtitle))
  }

  /// Returns a text without NUL characters, with at most `longestText` bytes. No character of Unicode is split.
  private static func accepted(_ text: String) -> String {
    var accepted = String.UnicodeScalarView()
    var length = 0
    for scalar in text.unicodeScalars where scalar != "\0" {
      length += UTF8.width(scalar)
      if length > longestText { break }
      accepted.append(scalar)
    }
    return String(accepted)
  }
}
