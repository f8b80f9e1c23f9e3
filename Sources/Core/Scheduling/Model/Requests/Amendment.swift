/// A change of a request by a submission: the request that it was made from, and the dates to keep.
package struct Amendment: Hashable, Codable, Sendable {
  /// The sequence number of the request that it was made from.
  package var sequence: Int64
  /// Whether the earliest date stays as it is.
  package var keepsEarliest: Bool
  package var keepsLatest: Bool

  package init(of request: Request, keepsEarliest: Bool, keepsLatest: Bool) {
    sequence = request.sequence
    self.keepsEarliest = keepsEarliest
    self.keepsLatest = keepsLatest
  }
}

extension Request {
  /// Throws a refusal with a remedy if the request can only be changed elsewhere, or not during its run.
  ///
  /// - Parameter run: A present run of it.
  package func checkMayBeChanged(during run: Run?) throws(Refusal) {
    if let file = terms.declaration?.file {
      throw unchangeable("\(file) declares it; change that file and reload rubatod")
    }
    if let timer = terms.timer {
      throw unchangeable(
        "it replaces \(timer.name); run `rubatoctl release \(timer.name)`, then `rubatoctl adopt"
          + " \(timer.name)` with the new options")
    }
    if terms.task?.category == .notification {
      throw unchangeable("it is a notification; submit it again with `rubatoctl notify --id`")
    }
    if terms.command.isTask || terms.task != nil {
      throw unchangeable(
        "it is a task of app '\(key.app ?? "")', which submits it; change it in the app")
    }
    // A request that is not standing is removed after this run, and its change with it.
    if let run, run.sequence == sequence, !isStanding {
      throw unchangeable(
        "run \(run.id) is in progress and is its last. Stop it with `rubatoctl stop \(key.id)`,"
          + " then change the request; or submit a new request with this id, which runs afterwards")
    }
  }

  /// Returns the refusal to change the request, with the cause and the remedy in `why`.
  private func unchangeable(_ why: String) -> Refusal {
    Refusal(
      .held, field: "id", value: key.id, message: "'\(key.id)' cannot be changed: \(why)")
  }
}

extension Submission {
  /// Checks a submission that changes a request; accepts all other submissions. Throws a refusal if the request was
  /// replaced since the change was made from it, if it cannot be changed, or if its intervals would change during a
  /// run.
  ///
  /// - Parameters:
  ///   - present: The present request of the key; `nil` if there is none.
  ///   - request: The request as it will be after the change.
  ///   - run: The live run of the key; `nil` if there is none.
  func checkMayAmend(
    _ present: Request?, into request: Request, _ run: Run?
  ) throws(Refusal) {
    guard let amendment else { return }
    guard let present, present.sequence == amendment.sequence else {
      throw .changedMeanwhile(request.key)
    }
    try present.checkMayBeChanged(during: run)
    // The end of a run counts for the interval in which it began, so the intervals must stay as they are until then.
    guard run != nil, let old = present.period else { return }
    guard let new = request.period, new.keepsTime(with: old), new.flex == old.flex else {
      throw Refusal(
        .held, field: "every", value: present.key.id,
        message:
          "'\(present.key.id)' is running: earliest, every, on and flex can be changed after"
          + " this run; wait for its end with `rubatoctl wait \(present.key.id)`")
    }
  }
}

extension Refusal {
  /// Returns the refusal for a request that was submitted again since it was read, or no longer exists.
  package static func changedMeanwhile(_ key: RequestKey) -> Refusal {
    Refusal(
      .invalid, field: "revision", value: key.id,
      message: "'\(key.id)' was changed or replaced meanwhile; nothing was changed now. Check it"
        + " with `rubatoctl show \(key.id)` and change it again")
  }
}
