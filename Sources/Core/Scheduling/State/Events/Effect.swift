/// A decision. The list that `handle` returns has the order of the decisions.
package enum Effect: Sendable {
  /// Recorded with the commit of the step.
  case change(Change)
  /// Runs immediately, so that a full disk cannot keep an overrun alive.
  case immediate(Immediate)
  /// Runs after the changes of the step are on disk.
  case afterCommit(AfterCommit)
}

extension Effect {
  /// Effects that stop or suspend work, or request a reading.
  ///
  /// Indirect: the payload is large, and is passed on without being copied.
  package indirect enum Immediate: Sendable {
    /// Send the run the signal that asks it to stop, with the reason.
    case warn(Run, StopReason)
    case kill(Run)
    /// Kill the condition check in progress.
    case killCheck(ConditionTrial)
    /// Freeze the run.
    case freeze(Run)
    /// Poll the values whose changes no source reports, and return them with `Event.measured`.
    case poll
    /// Send a signal that does not end the run, with the reason.
    case signal(Run, Int32, why: String)
    /// Kill an app process that the daemon started, with all its tasks.
    case killApp(AppProcess)
  }

  /// Effects that start or resume work, or notify a caller.
  package indirect enum AfterCommit: Sendable {
    case answer(Ticket, Answer)
    /// Start the current step of a run.
    case launch(Run, Request)
    case announce(Notice)
    /// Check the condition of a request, as its owner.
    case check(ConditionTrial, Request)
    /// Start a systemd unit because of a report. The step numbers and stores the start.
    case startUnit(String, for: FailureCommand)
    /// Run the command that reports a failure of the request, as its owner. The step numbers and stores the command.
    case runFailureCommand(FailureCommand, Request)
    /// Show a notification in the session of the owner of a request.
    case notifyOwner(OwnerNotice)
    /// Resume a frozen run.
    case thaw(Run)
    /// Start the process of an app.
    case launchApp(AppProcess, App)
    /// Deliver a task to the process of its app; the expiration of an expiring task is delivered immediately.
    case deliver(Run)
    /// Suspend the process of an app, because it has no work.
    case suspendApp(AppProcess)
    /// Resume the process before a task is delivered to it.
    case resumeApp(AppProcess)
  }
}

/// Answer to a caller.
package indirect enum Answer: Sendable {
  case accepted(Acceptance)
  case refused(Refusal)
  /// The outcomes of a batch of submissions, in its order.
  case submitted([Result<Acceptance, Refusal>])
  /// The id of the started run.
  case started(RunID)
  /// The caller is the process of an app.
  case attached(AppProcess)
  /// Done; the live run that is being stopped for the call, if there is one, and the requests of the same user that have
  /// failed with the cancelled one, since they follow it.
  case done(stopping: RunID?, failed: [RequestKey] = [])
  /// Number of requests whose failures are now acknowledged.
  case acknowledged(Int)
}

/// Answer to the submitter of an accepted request.
package struct Acceptance: Sendable {
  package var request: Request
  /// Whether a pending request of the same key was replaced.
  package var replaced: Bool
  /// Whether the pending request was kept and the new one discarded.
  package var kept: Bool
  /// The explanation; `nil` if the submitter did not ask for one.
  package var explanation: Explanation?
  /// Warnings for the submitter; empty if the pending request was kept.
  package var warnings: [Warning]
}

/// News for watchers and the journal, sent after the commit.
package indirect enum Notice: Sendable {
  case accepted(Request)
  case removed(RequestKey, StopReason)
  case started(Run)
  case warned(Run, StopReason)
  case killing(Run, StopReason)
  case frozen(Run, StopReason)
  case thawed(Run)
  case ended(Run, Ending)
  /// The latest date of a request has passed without a success.
  case overdue(Request)
  /// No part of the process of an app is left.
  case processEnded(AppProcess)
  case device([DeviceValue])
}
