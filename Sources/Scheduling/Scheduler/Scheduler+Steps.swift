import OrderedCollections

// Work of several steps, and what a command records of itself from within its run.
extension Scheduler {
  /// Whether a run may begin its next step: nobody told it to stop, and the daemon goes on.
  func goesOn(_ run: Run) -> Bool {
    !isDraining && (run.phase == .launching || run.phase == .running)
  }

  /// Launches the step behind the one that completed.
  mutating func launchNextStep(of entry: ActiveRun, at now: Instant) {
    guard var request = entry.request else { return }
    var run = entry.run
    run.take(step: run.step + 1, of: request, limit: stepLimit(of: request, run.step + 1))
    run.stepStarted = now.awake
    run.phase = .launching
    // What was recorded of the step before is not for this one.
    request.checkpoint.completeStep()
    activeRuns.begin(step: run, of: request)
    effects.append(.change(.putRun(run)))
    effects.append(.promise(.launch(run, request)))
  }

  /// Takes what a command tells of itself.
  mutating func take(_ report: RunReport, of id: RunID, _ ticket: Ticket, at now: Instant) {
    guard let entry = activeRuns[id] else {
      refuse(
        ticket,
        Refusal(
          .notFound, field: "run", value: String(id),
          message: "run \(id) does not run; a run can be reported on from within it only"))
      return
    }
    do throws(Refusal) {
      try check(report)
    } catch {
      refuse(ticket, error)
      return
    }
    switch report {
    case .ready: note(.ready, of: id, at: now)
    case .checkpoint(let data):
      // What has come further is not what crashed before.
      updateCheckpoint(of: entry.run) {
        $0.data = data
        $0.crashes = 0
      }
    case .progress(let share): updateCheckpoint(of: entry.run) { $0.share = share }
    }
    effects.append(.promise(.answer(ticket, .done(stopping: nil))))
  }

  private func check(_ report: RunReport) throws(Refusal) {
    switch report {
    case .checkpoint(let data) where data.utf8.count > settings.longestCheckpoint:
      throw Refusal(
        field: "data", value: "\(data.utf8.count) bytes",
        allowed:
          "at most \(settings.longestCheckpoint) bytes; keep the rest in a file and record its name"
      )
    case .checkpoint(let data) where data.utf8.contains(0):
      throw Refusal(field: "data", value: "", allowed: "text without NUL characters")
    case .progress(let share) where !(0...1).contains(share):
      throw Refusal(field: "share", value: "\(share)", allowed: "0 to 1")
    case .ready, .checkpoint, .progress:
      break
    }
  }

  /// Changes how far the request of `run` has come. Another that has taken its place begins from the
  /// first step, but has gone through the same crashes.
  mutating func updateCheckpoint(of run: Run, _ change: (inout Checkpoint) -> Void) {
    guard var request = requests[run.key] else { return }
    var checkpoint = request.checkpoint
    change(&checkpoint)
    if request.sequence == run.sequence {
      request.checkpoint = checkpoint
    } else {
      request.checkpoint.crashes = checkpoint.crashes
      request.checkpoint.isQuarantined = checkpoint.isQuarantined
    }
    if requests[run.key] != request { put(request) }
  }

  /// Counts a crash of the present step.
  mutating func noteCrash(of run: Run) {
    let limit = settings.crashesThatQuarantine
    updateCheckpoint(of: run) { $0.noteCrash(quarantinedAfter: limit) }
  }

  /// Lets a request run again that crashed too often.
  mutating func unquarantine(_ key: RequestKey, _ ticket: Ticket) {
    guard var request = requests[key] else {
      refuse(ticket, .unknown(key))
      return
    }
    guard request.checkpoint.isQuarantined else {
      refuse(
        ticket,
        Refusal(
          .held, field: "id", value: key.id,
          message: "\(key.id) is not quarantined; `rubatoctl explain \(key.id)` says why it waits"))
      return
    }
    request.checkpoint.isQuarantined = false
    request.checkpoint.crashes = 0
    request.backoffUntil = nil
    // Its tries begin anew, or the next crash would be one too many.
    request.attempts = 0
    request.postponements = 0
    put(request)
    forgive(key, leaving: request.retryState)
    effects.append(.promise(.answer(ticket, .done(stopping: nil))))
  }

  /// Starts the unit that a request names for its failures.
  mutating func callForHelp(_ request: Request?, _ run: Run) {
    guard let unit = request?.terms.onFailure else { return }
    effects.append(.promise(.startUnit(unit, for: run)))
  }

  /// Whether nobody tries again what failed in `run`: its request is gone, waits for its next window, or
  /// is quarantined.
  ///
  /// - Parameter before: The request as it was when the run ended.
  func hasGivenUp(_ run: Run, since before: Request?) -> Bool {
    guard let request = requests[run.key] else { return true }
    guard let before else { return false }
    let isQuarantined = request.checkpoint.isQuarantined && !before.checkpoint.isQuarantined
    return isQuarantined || request.window != before.window
  }
}

extension Finish {
  var isSuccess: Bool { exit == 0 && !wasKilled && launchFailure == nil && !isUnexplained }
}

extension Outcome {
  /// Whether the command ended in a way that it did not choose and nobody asked for.
  var isCrash: Bool { self == .crashed || self == .outOfMemory }
}

extension Ending {
  /// Whether the command is to blame.
  package var isFailure: Bool {
    switch outcome {
    case .failed, .crashed, .outOfMemory, .launchFailed, .launchTimeout: true
    case .killed:
      stopReason == .budget || stopReason == .stepLimit || stopReason == .notReady
    case .expired: stopReason == .notReady
    case .completed, .retryLater, .deferred, .cancelled, .interrupted, .skipped: false
    }
  }
}
