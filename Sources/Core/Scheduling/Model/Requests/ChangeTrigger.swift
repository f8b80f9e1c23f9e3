/// The changes that a request waits for before each of its runs. The request stays, as periodic work does: after a run
/// it waits for the next change.
package struct ChangeTrigger: Hashable, Codable, Sendable {
  /// Absolute paths, and keys that programs bump; each once. Empty if the request waits for no change.
  package var watched: [ExactString] = []
  /// The least time from the start of one run to the next; `nil` if there is none.
  package var atMost: Duration?
  /// The time without a change before a run starts; zero does not wait; `nil` if the default applies.
  package var updateDelay: Duration?
  /// The longest time from the first change to the run; `nil` if the default applies.
  package var longestDelay: Duration?

  package init() {}

  /// The maximum number of watched paths and keys.
  package static let mostWatched = 16
  /// The default for changes of paths: a program writes a file in several steps, and several files at a time. A key is
  /// bumped once, after everything is written.
  package static let usualPathDelay = Duration.seconds(1)
  /// The default of Android's content triggers.
  static let usualLongestDelay = Duration.seconds(120)
  static let updateDelays: ClosedRange<Duration> = .milliseconds(500) ... .days(1)
  static let longestDelays: ClosedRange<Duration> = .seconds(1) ... .days(7)

  package var isEmpty: Bool { watched.isEmpty }

  /// Whether `watched` is a path, and not a key.
  package static func isPath(_ watched: ExactString) -> Bool {
    WatchedWord.isPath(watched.text)
  }

  /// Returns how long changes of these paths and keys put a run off: until none has come for the time `update`, but at
  /// most `longest` after the first one. `nil` if they do not put it off.
  func delays(after changed: [ExactString]) -> (update: Duration, longest: Duration)? {
    let usual = changed.allSatisfy(Self.isPath) ? Self.usualPathDelay : .zero
    let update = updateDelay ?? usual
    return update > .zero ? (update, max(update, longestDelay ?? Self.usualLongestDelay)) : nil
  }

  /// Returns the least time between two recorded changes that put a run off by `update`. This gives about ten in each
  /// delay, and at most four a second, since each record is a write to the disk.
  static func interval(within update: Duration) -> Duration {
    max(update / 10, min(update / 2, .milliseconds(250)))
  }
}

extension ChangeTrigger {
  /// Returns paths and keys as users write them, each once. A trailing slash, as shells add to a directory, is removed.
  package static func named(_ words: [String]) -> [ExactString] {
    var watched: [ExactString] = []
    for word in words.map({ Needs.plain(ExactString($0)) }) where !watched.contains(word) {
      watched.append(word)
    }
    return watched
  }

  /// Throws a refusal if a request cannot wait for these changes: a path or key is malformed, there are too many, the
  /// submission also repeats by time, or a delay is out of range. If nothing is watched, no delay may be set.
  func check(_ submission: Submission, _ settings: Settings) throws(Refusal) {
    guard !isEmpty else { return try checkHasNoDelays() }
    guard watched.count <= Self.mostWatched else {
      throw Refusal(
        field: "whenChanged", value: "\(watched.count) paths and keys",
        allowed: "at most \(Self.mostWatched); watch a directory instead of its files")
    }
    for word in watched { try Self.check(word, field: "whenChanged") }
    if let every = submission.terms.every {
      throw Refusal(
        field: "every", value: every.notation,
        allowed: "no value together with whenChanged; use atMost to limit how often the request"
          + " runs")
    }
    if let event = submission.terms.calendar.first {
      throw Refusal(
        field: "on", value: event.text,
        allowed: "no value together with whenChanged; use atMost to limit how often the request"
          + " runs")
    }
    try SubmissionCheck.check(
      atMost, field: "atMost", in: .seconds(1)...settings.horizon)
    if updateDelay != .zero {
      try SubmissionCheck.check(
        updateDelay, field: "updateDelay", in: Self.updateDelays,
        hint: ", or 0s for no wait")
    }
    guard let longestDelay else { return }
    guard let updateDelay, updateDelay > .zero else {
      throw Refusal(
        .invalid, field: "longestDelay", value: longestDelay.notation,
        message: "longestDelay '\(longestDelay.notation)' limits the delay of `updateDelay`;"
          + " also give an `updateDelay` above 0s")
    }
    let least = max(updateDelay, Self.longestDelays.lowerBound)
    try SubmissionCheck.check(
      longestDelay, field: "longestDelay", in: least...Self.longestDelays.upperBound)
  }

  /// Throws a refusal of `field` unless `watched` is an allowed path or an allowed key.
  package static func check(_ watched: ExactString, field: String) throws(Refusal) {
    if isPath(watched) { return try Needs.check(watched, field: field) }
    do throws(Refusal) {
      try SubmissionCheck.checkName(watched.text, field: field)
    } catch {
      throw Refusal(
        field: field, value: watched.text,
        allowed: "an absolute path such as /home/me/Documents, or a key of 1 to 128 letters, digits"
          + " and . _ @ : -, beginning with a letter or digit")
    }
  }

  /// Throws a refusal if `atMost` or a delay is set although no path and no key is watched.
  private func checkHasNoDelays() throws(Refusal) {
    let delays: [(field: String, value: Duration?)] = [
      ("atMost", atMost), ("updateDelay", updateDelay), ("longestDelay", longestDelay),
    ]
    for (field, value) in delays {
      guard let value else { continue }
      throw Refusal(
        .invalid, field: field, value: value.notation,
        message: "\(field) '\(value.notation)' requires `whenChanged`; also give `whenChanged`"
      )
    }
  }
}
