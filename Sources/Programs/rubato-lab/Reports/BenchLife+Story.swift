import Control
import JSON
import Report
import Scheduling
import Terminal
import Verbs

extension BenchLife {
  /// The largest file, in bytes: a year of a busy app.
  private static let limit = 256 << 20

  /// Reads the life in a file. Throws a refusal if the file cannot be read or contains something else.
  init(file: String) throws(Failure) {
    let bytes = try TextFile.bytes(file, limit: Self.limit)
    // Without a valid span of time, there is nothing to report.
    guard let document = try? JSONDocument(bytes), let life = BenchLife(json: document.root),
      life.times != nil
    else {
      throw .refused(
        "\(file) is not the life of a bench; use a file that a test has written to RUBATO_BENCH_RECORDINGS"
      )
    }
    self = life
  }

  /// The range of the life; `nil` if it is empty or not in RFC 3339.
  private var times: Range<WallTime>? { range.times.flatMap { $0.isEmpty ? nil : $0 } }

  /// The recorded past, as a daemon would answer; `nil` without a valid range.
  var past: RecordedPast? {
    times.map { times in
      var past = RecordedPast(range: times, now: times.upperBound)
      (past.entries, past.runs) = (entries, runs)
      return past
    }
  }

  /// Adds the opens of the app and its failures to the story of this life.
  func complete(_ story: inout Story) {
    let opens = opens.compactMap(\.times)
    if let known = story.apps.firstIndex(where: { $0.name == app }) {
      story.apps[known].opens = opens
    } else {
      // An app that has submitted nothing.
      story.apps.append(Story.App(name: app, opens: opens))
    }
    story.facts += failures.map { Story.Fact($0.code, $0.text) }
  }
}

extension BenchLife.Interval {
  /// The interval as times; `nil` if an end is not in RFC 3339, or if they are in the wrong order.
  fileprivate var times: Range<WallTime>? {
    guard let from = UniversalTime.parse(from), let to = UniversalTime.parse(to), from <= to
    else { return nil }
    return from..<to
  }
}
