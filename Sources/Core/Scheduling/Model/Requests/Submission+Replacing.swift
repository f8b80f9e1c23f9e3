// What a submission finds under its id, and whether it may take its place.
extension Submission {
  /// The request that stays where a submission asks to keep what is there: one that waits; and one that comes
  /// back after each run, belongs to a file or stands for a timer, while it runs as well.
  func kept(_ standing: Request?, isRunning: Bool) -> Request? {
    guard let standing, ifPending == .keep || asksForTheSameFetch(as: standing) else { return nil }
    return isRunning && !standing.outlivesItsRun ? nil : standing
  }

  /// An app says with each launch how often it fetches, which is no reason to begin the interval anew.
  private func asksForTheSameFetch(as standing: Request) -> Bool {
    if case .fetch = terms.task { standing.terms.task == terms.task } else { false }
  }

  /// Whether it waits or runs: what a file declares is changed in that file, and a timer whose place
  /// somebody else took would be off for ever, and nobody would know.
  func checkMayReplace(_ standing: Request?) throws(Refusal) {
    guard let standing else { return }
    if let timer = standing.terms.timer, timer.name != self.terms.timer?.name {
      throw .inPlace(of: timer, standing.key)
    }
    if let file = standing.terms.declaration?.file, terms.declaration == nil {
      throw .declared(standing.key, by: file)
    }
  }
}

extension Request {
  /// Whether it waits again after each run. The request of an app's task is consumed.
  fileprivate var outlivesItsRun: Bool {
    terms.declaration != nil || terms.timer != nil || isStanding && terms.task == nil
  }
}

extension Request {
  /// Counts how often its earliest date was put off before it had come. Whatever has begun is counted no more: the
  /// request of a task is consumed then.
  mutating func countPutOffs(of old: Request?, at now: Instant) {
    guard let old, terms.command.isTask, old.terms.command.isTask, terms.task?.isListed != false
    else {
      return
    }
    progress.putOffs = old.progress.putOffs
    if now.wall < old.window.opens, window.opens > old.window.opens {
      progress.putOffs = (progress.putOffs ?? 0) + 1
    }
  }

  /// Tells of an earliest date that an app puts off again and again, as one that submits with every launch does: its
  /// task never begins.
  var putOffWarning: Warning? {
    guard let putOffs = progress.putOffs, putOffs > 1 else { return nil }
    return Warning(
      code: .putOff,
      text:
        "it was replaced \(putOffs) times before it was due, and each submit moves its earliest date; submit it when"
        + " its task runs, and otherwise only where it is not pending")
  }
}

extension Refusal {
  /// A request that a file declares is changed in that file.
  package static func declared(_ key: RequestKey, by file: String) -> Refusal {
    Refusal(
      .invalid, field: "id", value: key.id,
      message: "\(key.id) is declared by \(file); change, mask or remove that file and reload"
        + " rubatod, or choose another id")
  }

  fileprivate static func inPlace(of timer: AdoptedTimer, _ key: RequestKey) -> Refusal {
    Refusal(
      .held, field: "id", value: key.id,
      message: "\(key.id) replaces \(timer.name); choose another id, or first run:"
        + " rubatoctl release \(timer.name)")
  }
}
