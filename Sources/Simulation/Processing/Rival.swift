import Scheduling

/// A simple rule to start the day's work by, to measure a scheduler against. It has the same work
/// with the same checkpoints, and as long as Rubato to see that power or idleness are gone for good.
struct Rival {
  /// How long power and idleness must have held.
  var wait: Duration
  /// How long either may be away without a cut.
  var tolerance: Duration

  func runs(in fit: [Range<WallTime>], days: [Int], model: UsualWorkload) -> [PieceRun] {
    let known = Set(days)
    var saved: [Int: Duration] = [:]
    var runs: [PieceRun] = []
    for stretch in joined(fit) {
      var now = stretch.lowerBound + wait
      while now < stretch.upperBound {
        let day = now.day(model.dayBegins)
        let rest = model.pieceLength - saved[day, default: .zero]
        if rest <= .zero || !known.contains(day) {
          now = WallTime(day: day + 1, model.dayBegins)
          continue
        }
        let run = run(day, rest, from: now, until: stretch.upperBound + tolerance, model)
        saved[day, default: .zero] += run.saved
        runs.append(run)
        now = run.ended
      }
    }
    return runs
  }

  private func run(
    _ day: Int, _ rest: Duration, from start: WallTime, until cut: WallTime, _ model: UsualWorkload
  ) -> PieceRun {
    let isDone = start + rest <= cut
    let end = isDone ? start + rest : cut
    let worked = end - start
    let steps = worked.nanoseconds / model.checkpointEvery.nanoseconds
    let saved = isDone ? worked : model.checkpointEvery * Int(steps)
    return PieceRun(
      day: day, started: start, ended: end, saved: saved, lost: worked - saved, isDone: isDone)
  }

  private func joined(_ stretches: [Range<WallTime>]) -> [Range<WallTime>] {
    stretches.reduce(into: []) { joined, stretch in
      if let last = joined.last, stretch.lowerBound - last.upperBound < tolerance {
        joined[joined.count - 1] = last.lowerBound..<stretch.upperBound
      } else {
        joined.append(stretch)
      }
    }
  }
}
