import Scheduling

/// Repeats all decisions of a recording, with the same scheduler.
package struct Replay {
  /// A difference between the present decisions and the recorded ones.
  package struct Difference: Sendable {
    package var line: Int
    package var at: Instant
    /// The offset of the user's clocks from UTC.
    package var zoneSeconds: Int
    /// Decisions that were recorded and are not made now, and vice versa.
    package var then: [String]
    package var now: [String]
    /// The present reasons of the requests concerned, by their names.
    package var reasons: [String: [String]]
  }

  package private(set) var events = 0
  package private(set) var decisions = 0
  /// Number of daemon starts, and of failed commits.
  package private(set) var starts = 0
  package private(set) var failedCommits = 0
  /// Number of differing decisions, and the first differences up to a limit.
  package private(set) var differing = 0
  package private(set) var differences: [Difference] = []
  /// The first and last times.
  package private(set) var from: Instant?
  package private(set) var to: Instant?
  /// The reason why the recording stopped before the daemon did; `nil` if it did not.
  package private(set) var stopped: String?
  package private(set) var isCutOff = false
  package private(set) var versions: [String] = []
  private var core: Scheduler?

  /// Maximum number of differences reported in full; later ones mostly follow from the first.
  private static let mostReported = 10

  /// Repeats all lines of `reader`. Throws if a line cannot be read.
  ///
  /// - Parameter follow: Receives each line with its present effects.
  package init(
    _ reader: inout RecordingReader,
    follow: (RecordingLine, [Effect], Scheduler) -> Void = { _, _, _ in }
  ) throws(RecordingError) {
    while let line = try reader.next() {
      let effects = try apply(line, reader.line)
      if let core { follow(line, effects, core) }
    }
    isCutOff = reader.isCutOff
  }

  /// Repeats one line with the present scheduler, and compares the decisions. `number` is the number of the line.
  /// Returns the present effects; empty if the line has no decisions.
  private mutating func apply(
    _ line: RecordingLine, _ number: Int
  ) throws(RecordingError) -> [Effect] {
    switch line {
    case .began(let beginning, let decided):
      let effects = startScheduler(beginning)
      recordDifferences(effects, decided, beginning.at, number)
      return effects
    case .took(let event, let moment, let decided):
      events += 1
      let effects = core?.handle(event, at: moment) ?? []
      recordDifferences(effects, decided, moment, number)
      return effects
    case .reloaded(let snapshot, let runsBefore, let moment):
      // A daemon loads its stored state again only after a failed commit.
      failedCommits += 1
      core = core.map { Scheduler.reload(snapshot, after: $0, runsBefore: runsBefore, at: moment) }
    case .stopped(let why): stopped = why
    }
    return []
  }

  /// Creates the scheduler from the recorded start of a daemon, with the recorded settings. Returns its first effects.
  private mutating func startScheduler(_ beginning: RecordedBeginning) -> [Effect] {
    starts += 1
    if !versions.contains(beginning.rubato) { versions.append(beginning.rubato) }
    let (scheduler, effects) = beginning.load(beginning.knownSettings)
    core = scheduler
    return effects
  }

  /// Counts the recorded decisions of a line, and the present ones that differ. Keeps the first differences in full.
  /// `moment` becomes the last time of the replay.
  private mutating func recordDifferences(
    _ effects: [Effect], _ recorded: [String], _ moment: Instant, _ line: Int
  ) {
    // Older recordings have former words.
    let decided = recorded.map(FormerNames.decision)
    from = from ?? moment
    to = moment
    decisions += decided.count
    let present = effects.decisions
    guard present != decided else { return }
    let (lost, gained) = (decided.removingOnce(present), present.removingOnce(decided))
    // The same decisions in another order also differ.
    let hasOnlyOtherOrder = lost.isEmpty && gained.isEmpty
    // Another order counts as one difference.
    differing += max(lost.count, gained.count, 1)
    // Later differences mostly follow from the first ones, and are only counted.
    guard differences.count < Self.mostReported else { return }
    differences.append(
      Difference(
        line: line, at: moment, zoneSeconds: core?.zoneSeconds ?? 0,
        then: hasOnlyOtherOrder ? decided : lost, now: hasOnlyOtherOrder ? present : gained,
        reasons: reasons(for: lost + gained, at: moment)))
  }

  /// Returns the present reasons of the waiting requests that `decisions` name, by the names of the requests.
  private func reasons(for decisions: [String], at moment: Instant) -> [String: [String]] {
    guard let core else { return [:] }
    var reasons: [String: [String]] = [:]
    for request in core.allRequests {
      let name = request.key.nameWithOwner
      let isNamed = decisions.contains { decision in
        // The name can be followed by a colon.
        let words = decision.split(whereSeparator: { " :".contains($0) })
        return words.contains { $0 == name }
      }
      guard isNamed else { continue }
      reasons[name] = core.explain(request.key, at: moment)?.causes.map(\.text)
    }
    return reasons
  }
}

extension RecordedBeginning {
  /// Creates the scheduler of the recorded start, but with `settings`. Also returns its first effects.
  package func load(_ settings: Settings) -> (scheduler: Scheduler, effects: [Effect]) {
    Scheduler.load(
      snapshot, settings: settings, at: at, bootID: bootID, zoneSeconds: zoneSeconds,
      found: foundRuns, measured: measured)
  }
}

extension [String] {
  /// Returns the items that remain after each of `others` has removed one equal item.
  fileprivate func removingOnce(_ others: [String]) -> [String] {
    var others = others
    return filter { item in
      guard let index = others.firstIndex(of: item) else { return true }
      others.remove(at: index)
      return false
    }
  }
}
