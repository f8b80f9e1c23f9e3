// Rules for replacing the request that has the id of a submission.
extension Submission {
  /// Returns the present request if it stays, because the submission asks to keep it or repeats the same fetch; `nil`
  /// if the submission becomes a request. During its run, only a request that is queued again after the run stays.
  ///
  /// - Parameters:
  ///   - present: The present request of the key; `nil` if there is none.
  ///   - isRunning: Whether a run of `present` is live; also true if there is no request.
  func kept(_ present: Request?, isRunning: Bool) -> Request? {
    guard let present, ifPending == .keep || asksForTheSameFetch(as: present) else { return nil }
    return isRunning && !present.outlivesItsRun ? nil : present
  }

  /// Whether it repeats the present fetch. An app sets its fetch interval at each launch, which must not restart the
  /// interval.
  private func asksForTheSameFetch(as present: Request) -> Bool {
    if case .fetch = terms.task { present.terms.task == terms.task } else { false }
  }

  /// Throws a refusal if the present request of the key must not be replaced, whether it is queued or running. A
  /// declared request is changed in its file. A timer whose replacement is replaced would silently stay off forever.
  func checkMayReplace(_ present: Request?) throws(Refusal) {
    guard let present else { return }
    if let timer = present.terms.timer, timer.name != self.terms.timer?.name {
      throw .inPlace(of: timer, present.key)
    }
    if let file = present.terms.declaration?.file, terms.declaration == nil {
      throw .declared(present.key, by: file)
    }
  }
}

extension Request {
  /// Whether the request is queued again after each run. The request of an app's task is consumed.
  fileprivate var outlivesItsRun: Bool {
    terms.declaration != nil || terms.timer != nil || (isStanding && terms.task == nil)
  }
}

extension Request {
  /// Takes over the number of times that earlier submissions put off the earliest date of an app's task, and adds one
  /// if this submission also does before that date has come. Tasks that have begun do not count: their request is
  /// consumed.
  ///
  /// - Parameter old: The request that this one replaces; `nil` if there is none.
  mutating func countPutOffs(of old: Request?, at now: Instant) {
    // A class of task whose identifiers no app lists, such as an alarm, is none of the tasks that the warning is about.
    guard let old, terms.command.isTask, old.terms.command.isTask, terms.task?.isListed != false
    else {
      return
    }
    progress.putOffs = old.progress.putOffs
    if now.wall < old.window.opens, window.opens > old.window.opens {
      progress.putOffs = (progress.putOffs ?? 0) + 1
    }
  }

  /// A warning of an earliest date that an app puts off repeatedly, for example by a submission at every launch, so
  /// that its task never begins; `nil` if this has not happened.
  var putOffWarning: Warning? {
    guard let putOffs = progress.putOffs, putOffs > 1 else { return nil }
    return Warning(
      code: .putOff,
      text:
        "it was replaced \(putOffs) times before it was due, and each submit moves its earliest date; submit it when"
        + " its task runs, and otherwise only if it is not pending")
  }
}

extension Refusal {
  /// Returns the refusal for a request that a file declares, and that must be changed in that file.
  package static func declared(_ key: RequestKey, by file: String) -> Refusal {
    Refusal(
      .invalid, field: "id", value: key.id,
      message: "\(key.id) is declared by \(file); change, mask or remove that file and reload"
        + " rubatod, or choose another id")
  }

  /// Returns the refusal to replace a request that runs in place of a systemd timer, which must be released first.
  fileprivate static func inPlace(of timer: AdoptedTimer, _ key: RequestKey) -> Refusal {
    Refusal(
      .held, field: "id", value: key.id,
      message: "\(key.id) replaces \(timer.name); choose another id, or first run:"
        + " rubatoctl release \(timer.name)")
  }
}
