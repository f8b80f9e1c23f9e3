import Control
import Recording
import Scheduling
import Terminal

/// The output of `replay` for people.
enum ReplayText {
  /// Returns a summary, remarks on the recording, and the first differing decisions, if any.
  static func lines(_ replay: Replay) -> [String] {
    var lines = [summary(replay)]
    lines += remarks(replay)
    guard replay.differing > 0 else { return lines }
    lines.append("\(count(replay.differing, "decision differs", "decisions differ")). The first:")
    for difference in replay.differences { lines += self.lines(difference) }
    if replay.differences.count < replay.differing {
      lines.append("", "Later differences mostly follow from the first.")
    }
    return lines
  }

  /// Returns the numbers of events, decisions and differences, and the recorded time.
  private static func summary(_ replay: Replay) -> String {
    var text = "\(count(replay.events, "event", "events"))"
    if let from = replay.from, let to = replay.to {
      text += " in \(DurationText.rough((to.wall - from.wall).seconds))"
    }
    text += ", \(count(replay.decisions, "decision", "decisions"))"
    if replay.starts > 1 { text += ", \(replay.starts) starts of the daemon" }
    if replay.failedCommits > 0 {
      text += ", \(count(replay.failedCommits, "failed commit", "failed commits"))"
    }
    return text + ": \(replay.differing) different"
  }

  /// Returns remarks on an incomplete recording.
  private static func remarks(_ replay: Replay) -> [String] {
    var remarks: [String] = []
    if replay.isCutOff {
      remarks.append("The last line is incomplete, as after a crash, and is ignored.")
    }
    if let why = replay.stopped { remarks.append("The recording ends early: \(why)") }
    if replay.versions != [Version.text] {
      remarks.append(
        "It was recorded by Rubato \(replay.versions.joined(separator: ", ")); this is \(Version.text)."
      )
    }
    return remarks
  }

  /// Returns the time of a difference, the recorded and the present decisions, and the present reasons of the requests.
  private static func lines(_ difference: Replay.Difference) -> [String] {
    var lines = [
      "", "\(time(difference.at.wall, difference.zoneSeconds)), line \(difference.line)",
    ]
    lines += difference.then.map { "  then:  \($0.visible)" }
    lines += difference.now.map { "  now:   \($0.visible)" }
    for (name, reasons) in difference.reasons.sorted(by: { $0.key < $1.key }) {
      let why = reasons.isEmpty ? "nothing" : reasons.joined(separator: "; ")
      lines.append("  \(name.visible) now waits: \(why)")
    }
    return lines
  }

  /// Returns a moment as text in the local time of the recorded machine, whose zone is `zoneSeconds` east of UTC.
  static func time(_ moment: WallTime, _ zoneSeconds: Int) -> String {
    let seconds = (moment - WallTime(seconds: 0)).components.seconds + Int64(zoneSeconds)
    let civil = CivilTime(universalSeconds: seconds)
    return "\(civil.text.replacing("T", with: " "))"
  }

  /// Returns a number with its noun, in the singular or the plural.
  static func count(_ number: Int, _ one: String, _ many: String) -> String {
    "\(number) \(number == 1 ? one : many)"
  }
}

extension [String] {
  fileprivate mutating func append(_ lines: String...) { self += lines }
}

/// The output of `replay` for programs.
struct ReplayReport: Encodable {
  struct Difference: Encodable {
    var line: Int
    var at: String
    var then: [String]
    var now: [String]
    var reasons: [String: [String]]
  }

  var events: Int
  var decisions: Int
  var differing: Int
  var starts: Int
  var failedCommits: Int
  @ExplicitNull var from: String?
  @ExplicitNull var to: String?
  var isCutOff: Bool
  @ExplicitNull var stopped: String?
  var versions: [String]
  var differences: [Difference]

  /// Converts the result of a replay, with its moments as text in UTC.
  init(_ replay: Replay) {
    events = replay.events
    decisions = replay.decisions
    differing = replay.differing
    starts = replay.starts
    failedCommits = replay.failedCommits
    from = replay.from.map { UniversalTime.text($0.wall) }
    to = replay.to.map { UniversalTime.text($0.wall) }
    isCutOff = replay.isCutOff
    stopped = replay.stopped
    versions = replay.versions
    differences = replay.differences.map {
      Difference(
        line: $0.line, at: UniversalTime.text($0.at.wall), then: $0.then, now: $0.now,
        reasons: $0.reasons)
    }
  }
}
