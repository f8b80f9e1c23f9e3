/// The results of a request's last runs, as far as warnings need them. They survive another submission of the same key.
package struct RunHistory: Hashable, Codable, Sendable {
  /// The end of a run that had been warned.
  package enum WarnedEnd: String, CaseIterable, Codable, Sendable {
    /// Within its grace.
    case stopped
    case killed
  }

  package static let kept = 8

  /// The awake time of the last runs, from launch to end; oldest first, at most `kept`.
  package private(set) var lengths: [Duration] = []
  /// The ends of the last warned runs; oldest first, at most `kept`.
  package private(set) var warnedEnds: [WarnedEnd] = []

  /// The end of the last run; `nil` if none has ended.
  package var lastEnd: LastEnd?

  package init() {}

  /// Creates the history with the last `kept` lengths and ends.
  package init(lengths: [Duration], warnedEnds: [WarnedEnd], lastEnd: LastEnd? = nil) {
    self.lengths = lengths.suffix(Self.kept)
    self.warnedEnds = warnedEnds.suffix(Self.kept)
    self.lastEnd = lastEnd
  }

  /// Adds the length of a run, and its end if it was warned. Only the last `kept` of each stay.
  mutating func note(length: Duration, warnedEnd: WarnedEnd?) {
    lengths.append(length)
    lengths.removeFirst(max(0, lengths.count - Self.kept))
    guard let warnedEnd else { return }
    warnedEnds.append(warnedEnd)
    warnedEnds.removeFirst(max(0, warnedEnds.count - Self.kept))
  }

  /// The median length, the longer one of two in the middle; `nil` if there are no runs.
  package var medianLength: Duration? {
    lengths.isEmpty ? nil : lengths.sorted()[lengths.count / 2]
  }

  /// Whether runs were warned and all of them had to be killed.
  package var ignoresWarnings: Bool {
    !warnedEnds.isEmpty && warnedEnds.allSatisfy { $0 == .killed }
  }
}
