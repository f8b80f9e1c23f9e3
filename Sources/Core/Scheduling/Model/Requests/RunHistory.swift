/// How the last runs of a request went: no more than its submitter can be warned by. Outlives
/// another submission of the same key.
package struct RunHistory: Hashable, Codable, Sendable {
  /// How a run ended that had been warned.
  package enum WarnedEnd: String, CaseIterable, Codable, Sendable {
    /// Within its grace.
    case stopped
    case killed
  }

  package static let kept = 8

  /// How long the last runs were awake, from launch to end; oldest first, at most `kept`.
  package private(set) var lengths: [Duration] = []
  /// How the last ended of those that were warned; oldest first, at most `kept`.
  package private(set) var warnedEnds: [WarnedEnd] = []

  /// How the last run came out; nil where none has ended.
  package var lastEnd: LastEnd?

  package init() {}

  package init(lengths: [Duration], warnedEnds: [WarnedEnd], lastEnd: LastEnd? = nil) {
    self.lengths = lengths.suffix(Self.kept)
    self.warnedEnds = warnedEnds.suffix(Self.kept)
    self.lastEnd = lastEnd
  }

  mutating func note(length: Duration, warnedEnd: WarnedEnd?) {
    self = RunHistory(
      lengths: lengths + [length], warnedEnds: warnedEnds + [warnedEnd].compactMap(\.self),
      lastEnd: lastEnd)
  }

  /// The median length, the longer one of two in the middle; nil without runs.
  package var medianLength: Duration? {
    lengths.isEmpty ? nil : lengths.sorted()[lengths.count / 2]
  }

  /// Whether runs were warned and none of them stopped by itself.
  package var ignoresWarnings: Bool {
    !warnedEnds.isEmpty && warnedEnds.allSatisfy { $0 == .killed }
  }
}
