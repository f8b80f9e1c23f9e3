import Scheduling

/// Decides all of a recording again, with the same scheduler.
package struct Replay {
  /// Where what is decided now differs from what was recorded.
  package struct Difference: Sendable {
    package var line: Int
    package var at: Instant
    /// How far the user's clocks were ahead of UTC.
    package var zoneSeconds: Int
    /// Decisions that were made then and are not now, and the other way round.
    package var then: [String]
    package var now: [String]
    /// What holds the requests concerned now, by their names.
    package var reasons: [String: [String]]
  }

  package private(set) var events = 0
  package private(set) var decisions = 0
  /// How often a daemon began, and how often a commit failed.
  package private(set) var starts = 0
  package private(set) var failedCommits = 0
  /// Decisions that are not the same, and where, up to a bound.
  package private(set) var differing = 0
  package private(set) var differences: [Difference] = []
  /// The first and last moments.
  package private(set) var from: Instant?
  package private(set) var to: Instant?
  /// Why the recording stopped before the daemon did.
  package private(set) var stopped: String?
  package private(set) var isCutOff = false
  package private(set) var versions: [String] = []
  private var core: Scheduler?

  /// Differences that are told in full; those behind the first mostly follow from it.
  private static let told = 10

  /// - Parameter follow: Sees each line with the effects that it has now.
  package init(
    _ reader: inout RecordingReader,
    follow: (RecordingLine, [Effect], Scheduler) -> Void = { _, _, _ in }
  ) throws(RecordingError) {
    while let line = try reader.next() {
      let effects = try take(line, reader.line)
      if let core { follow(line, effects, core) }
    }
    isCutOff = reader.isCutOff
  }

  private mutating func take(
    _ line: RecordingLine, _ number: Int
  ) throws(RecordingError) -> [Effect] {
    switch line {
    case .began(let beginning, let decided):
      let effects = begin(beginning)
      compare(effects, decided, beginning.at, number)
      return effects
    case .took(let event, let moment, let decided):
      events += 1
      let effects = core?.handle(event, at: moment) ?? []
      compare(effects, decided, moment, number)
      return effects
    case .reloaded(let snapshot, let before, let moment):
      failedCommits += 1
      core = core.map { Scheduler.reload(snapshot, after: $0, before: before, at: moment) }
    case .stopped(let why): stopped = why
    }
    return []
  }

  private mutating func begin(_ beginning: RecordedBeginning) -> [Effect] {
    starts += 1
    if !versions.contains(beginning.rubato) { versions.append(beginning.rubato) }
    let (scheduler, effects) = beginning.load(beginning.knownSettings)
    core = scheduler
    return effects
  }

  private mutating func compare(
    _ effects: [Effect], _ recorded: [String], _ moment: Instant, _ line: Int
  ) {
    let decided = recorded.map(FormerNames.decision)
    from = from ?? moment
    to = moment
    decisions += decided.count
    let now = effects.decisions
    guard now != decided else { return }
    let (lost, gained) = (decided.without(now), now.without(decided))
    // The same ones in another order differ as well.
    differing += max(lost.count, gained.count, 1)
    guard differences.count < Self.told else { return }
    differences.append(
      Difference(
        line: line, at: moment, zoneSeconds: core?.zoneSeconds ?? 0,
        then: lost.isEmpty && gained.isEmpty ? decided : lost,
        now: lost.isEmpty && gained.isEmpty ? now : gained,
        reasons: reasons(for: lost + gained, at: moment)))
  }

  /// Why the requests that `decisions` name wait, as far as they do.
  private func reasons(for decisions: [String], at moment: Instant) -> [String: [String]] {
    guard let core else { return [:] }
    var reasons: [String: [String]] = [:]
    for request in core.allRequests {
      let name = request.key.name
      guard
        decisions.contains(where: {
          $0.split(whereSeparator: { " :".contains($0) }).contains { $0 == name }
        })
      else { continue }
      reasons[name] = core.explain(request.key, at: moment)?.causes.map(\.text)
    }
    return reasons
  }
}

extension RecordedBeginning {
  package func load(_ settings: Settings) -> (Scheduler, [Effect]) {
    Scheduler.load(
      snapshot, settings: settings, at: at, bootID: bootID, zoneSeconds: zoneSeconds,
      found: foundRuns, measured: measured)
  }
}

extension [String] {
  /// What is left when each of `others` takes one of its like away.
  fileprivate func without(_ others: [String]) -> [String] {
    var others = others
    return filter { item in
      guard let index = others.firstIndex(of: item) else { return true }
      others.remove(at: index)
      return false
    }
  }
}
