import Scheduling

/// The store agrees with the answer to a batch: it contains each accepted submission, and no refused one. All requests
/// of an atomic batch are stored by one commit, or none is stored.
final class BatchesAreWhole: Checker {
  /// The submissions of each batch that were ever stored, by the number of the batch.
  private var stored: [Int: Set<Int>] = [:]
  /// The number of submissions of each atomic batch.
  private var wholes: [Int: Int] = [:]

  func takes(_ event: Event, in life: Life) {
    guard case .submitAll(let batch, _) = event, batch.isAtomic, let number = batch.number else {
      return
    }
    wholes[number] = batch.submissions.count
  }

  func commits(_ changes: [Change], to record: Record, in life: Life) {
    var touched: Set<Int> = []
    for case .putRequest(let request) in changes {
      guard let mark = BatchMark(request.terms.command) else { continue }
      stored[mark.number, default: []].insert(mark.index)
      touched.insert(mark.number)
    }
    for number in touched.sorted() {
      let count = stored[number]?.count ?? 0
      guard let all = wholes[number], count != all else { continue }
      life.fail(
        self, "of the \(all) submissions of batch \(number), all or none, \(count) are kept")
    }
  }

  func answers(_ number: Int, _ answer: Answer, to event: Event?, in life: Life) {
    guard case .submitAll(let batch, _) = event, let number = batch.number else { return }
    let kept = stored[number] ?? []
    switch answer {
    case .submitted(let outcomes):
      if outcomes.count != batch.submissions.count {
        life.fail(self, "batch \(number) has \(outcomes.count) outcomes")
      }
      for (index, outcome) in outcomes.enumerated() {
        check(outcome, index, isKept: kept.contains(index), of: batch, number, in: life)
      }
    case .refused:
      if !kept.isEmpty {
        life.fail(self, "batch \(number) was refused, and \(kept.count) of it are kept")
      }
    default: life.fail(self, "batch \(number) is answered as if it were something else")
    }
  }

  private func check(
    _ outcome: Result<Acceptance, Refusal>, _ index: Int, isKept: Bool,
    of batch: SubmissionBatch, _ number: Int, in life: Life
  ) {
    let name = "submission \(index) of batch \(number)"
    switch outcome {
    case .success(let acceptance):
      if !acceptance.kept, !isKept {
        life.fail(self, "\(name) was accepted, and is not in the store")
      }
    case .failure:
      if isKept { life.fail(self, "\(name) was refused, and is kept") }
      if batch.isAtomic { life.fail(self, "\(name) was refused, and others of it were not") }
    }
  }
}
