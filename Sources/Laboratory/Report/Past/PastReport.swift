import Scheduling
import Simulation
import Studies

/// The report of a daemon's recorded past, for programs.
package struct PastReport: Encodable, Sendable {
  /// A time about which nothing is known.
  package struct Gap: Encodable, Sendable {
    package var from: String
    package var to: String
    /// The name of a `PastGap.Cause`.
    package var cause: String
  }

  /// The times in RFC 3339, in UTC.
  package var from: String
  package var to: String
  /// The time that is known, in days.
  package var days: Double
  package var gaps: [Gap]
  package var device: FiguresReport.Device
  package var tasks: [FiguresReport.Task]
  /// The figures of `device` and `tasks`, for the text.
  package var figures: Figures

  private enum CodingKeys: String, CodingKey {
    case from, to, days, gaps, device, tasks
  }

  /// Creates the report: the figures of the story, and the gaps of the past with their causes.
  ///
  /// - Parameter story: The story that was made of `past`.
  package init(_ story: Story, _ past: Past) {
    from = UniversalTime.text(story.range.lowerBound)
    to = UniversalTime.text(story.range.upperBound)
    gaps = past.gaps.map {
      Gap(
        from: UniversalTime.text($0.begins), to: UniversalTime.text($0.ends),
        cause: $0.cause.rawValue)
    }
    figures = Figures(story)
    let report = FiguresReport(figures)
    (device, tasks, days) = (report.device, report.tasks, report.device.days)
  }
}
