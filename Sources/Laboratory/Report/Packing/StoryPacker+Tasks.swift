import Scheduling
import Terminal

extension StoryPacker {
  /// Packs a task for the page: each text and each set of reasons is replaced by its index in a list of the page. A
  /// wait is three numbers: the ticks since the end of the wait before it, its length in ticks, and the index of its
  /// reasons.
  mutating func packed(_ task: StoryTask) -> PackedStory.Task {
    var waits = DistanceLine()
    for wait in task.waits {
      waits.addInterval(
        ticks(wait.range.lowerBound), ticks(wait.range.upperBound),
        place(addingReasons: wait.reasons))
    }
    return PackedStory.Task(
      app: task.app ?? -1, id: strings.place(adding: task.id),
      kind: strings.place(adding: task.kind.rawValue), waits: waits.numbers, runs: packed(task.runs)
    )
  }

  /// Returns the index of a set of reasons in `reasonSets`, and adds the set if it is new. A task without a reason
  /// waited for a slot, which is the first code of `Self.reasons`.
  private mutating func place(addingReasons reasons: [Reason]) -> Int {
    let places = reasons.compactMap { Self.reasons.firstIndex(of: $0.rawValue) }
    let placeOfNoReason = 0
    return reasonSets.place(adding: places.isEmpty ? [placeOfNoReason] : places)
  }

  /// Packs each run as a list of numbers, in the order of `runFields` of `Page/story.js`. -1 means an absent stop
  /// reason, decision or duration.
  private mutating func packed(_ runs: [StoryRun]) -> [[Int]] {
    var line = DistanceLine()
    return runs.map { run in
      // The line continues over all runs, so that each start is the distance from the run before.
      let earlierCount = line.numbers.count
      line.addInterval(ticks(run.range.lowerBound), ticks(run.range.upperBound))
      let stop = run.stopReason.map {
        strings.place(adding: OutcomeWords.stopReason($0.code))
      }
      return Array(line.numbers[earlierCount...]) + [
        outcomes.place(adding: run.outcome), stop ?? -1, run.wasKilled ? 1 : 0,
        place(addingDecision: run.decision), Int(run.run), ticks(run.budget), ticks(run.cpu),
        ticks(run.saved), ticks(run.lost), ticks(run.onBattery), ticks(run.onCellular),
        ticks(run.inUse),
      ]
    }
  }

  /// Adds a decision to `decisions` and returns its index; -1 if there is no decision. A decision is seven numbers
  /// for all policies together, of which the first is the answer, and five numbers for each policy.
  private mutating func place(addingDecision decision: StoryDecision?) -> Int {
    guard let decision else { return -1 }
    let sums = decision.sums
    var numbers: [PackedStory.Number] = [
      .whole(strings.place(adding: decision.decision.rawValue)), .part(sums?.score),
      .part(sums?.sum), .part(sums?.denominator), .part(decision.threshold),
      .part(decision.worth), .part(decision.price),
    ]
    for row in decision.rows {
      numbers += [
        .whole(strings.place(adding: row.policy)), .part(row.verdict.weight),
        .whole(strings.place(adding: row.verdict.decision.rawValue)), .part(row.verdict.score),
        .whole(strings.place(adding: row.rationale)),
      ]
    }
    decisions.append(numbers)
    return decisions.count - 1
  }
}
