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
