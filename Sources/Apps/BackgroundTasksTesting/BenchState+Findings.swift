import Scheduling

// What is seen only over many runs.
extension BenchState {
  /// So many runs in a row that end without success are none that come to an end by themselves.
  private static let mostInVain = 12

  /// So often a day a task does not need to run that has not said when.
  private static let mostADay = 48

  /// Looks at the runs of a task, after one more has ended.
  mutating func checkRuns(of identifier: String) {
    let own = runs.filter { $0.identifier == identifier }
    checkProgress(own)
    checkRate(own)
  }

  private mutating func checkProgress(_ own: [BenchRun]) {
    let last = own.suffix(Self.mostInVain)
    guard last.count == Self.mostInVain, let run = last.last,
      last.allSatisfy({ $0.outcome == .expired && !ended.contains($0.number) })
    else { return }
    let isKnown = failures.contains { $0.kind == .noProgress && $0.identifier == run.identifier }
    if isKnown { return }
    fail(
      .noProgress, run.identifier, run: run.number,
      "its last \(Self.mostInVain) runs have all expired, and none was ever complete; do less in a run, and keep what is done,"
        + " so that the next one goes on from there")
  }

  private mutating func checkRate(_ own: [BenchRun]) {
    guard own.count > Self.mostADay, let run = own.last,
      requests[run.identifier]?.request.earliestBeginDate == nil,
      run.started.timeIntervalSince(own[own.count - 1 - Self.mostADay].started) < 86_400,
      !failures.contains(where: { $0.kind == .runsTooOften && $0.identifier == run.identifier })
    else { return }
    fail(
      .runsTooOften, run.identifier, run: run.number,
      "it has run more than \(Self.mostADay) times within a day, since it is submitted again without an earliestBeginDate; set one"
    )
  }
}
