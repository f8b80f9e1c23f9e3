/// One thing that was decided; the list that `handle` returns has the order of the decisions.
package enum Effect: Sendable {
  /// Recorded with the commit of the step.
  case change(Change)
  /// Acts at once, so that a full disk never lets an overrun live on.
  case withdraw(Withdrawal)
  /// Waits until the changes of the step are on disk.
  case promise(Promise)
}

extension Effect {
  /// What ends or holds work, and what asks.
  ///
  /// Indirect: what it is about is much, and is handed on without being copied.
  package indirect enum Withdrawal: Sendable {
    /// Tell the run why it should stop, by its signal.
    case warn(Run, StopReason)
    case kill(Run)
    /// Kill the condition that is being tried.
    case killCheck(ConditionTrial)
    /// Hold the run where it stands.
    case freeze(Run)
    /// Read what does not tell of its changes, and say so with `Event.measured`.
    case look
    /// Send a signal that does not end the run, and say why.
    case signal(Run, Int32, why: String)
    /// Kill the process of an app that the daemon has started, with all that it carries.
    case killApp(AppProcess)
  }

  /// What begins work or lets it go on, and what is told.
  package indirect enum Promise: Sendable {
    case answer(Ticket, Answer)
    /// Start the present step of a run.
    case launch(Run, Request)
    case announce(Notice)
    /// Try the condition of a request, as its owner.
    case check(ConditionTrial, Request)
    /// Start a unit of systemd, because of what the report says.
    case startUnit(String, for: FailureReport)
    /// Run the command of the report, as the owner of the request.
    case tellOfFailure(FailureReport, Request)
    /// Let a frozen run go on.
    case thaw(Run)
    /// Start the process of an app.
    case launchApp(AppProcess, App)
    /// Hand a task to the process of its app; one that expires already is told so at once.
    case deliver(Run)
    /// Hold the process of an app where it stands, because it has nothing to do.
    case suspendApp(AppProcess)
    /// Let it go on, before it is handed a task.
    case resumeApp(AppProcess)
  }
}

/// What a caller hears.
package indirect enum Answer: Sendable {
  case accepted(Acceptance)
  case refused(Refusal)
  /// A run started; its id.
  case started(RunID)
  /// The caller is the process of an app.
  case attached(AppProcess)
  /// Done; the live run that is being stopped for it, if there is one.
  case done(stopping: RunID?)
  /// The failures of so many requests are known now.
  case acknowledged(Int)
}

/// What a submitter hears of an accepted request.
package struct Acceptance: Sendable {
  package var request: Request
  /// A request of the same key that waited and is replaced.
  package var replaced: Bool
  /// The request that waited was kept, and the new one was not taken.
  package var kept: Bool
  /// Nil where the submitter did not want one.
  package var explanation: Explanation?
  /// What the submitter should know; none where the request was kept.
  package var warnings: [Warning]
}

/// What watchers and the journal hear, after it was committed.
package indirect enum Notice: Sendable {
  case accepted(Request)
  case removed(RequestKey, StopReason)
  case started(Run)
  case warned(Run, StopReason)
  case killing(Run, StopReason)
  case frozen(Run, StopReason)
  case thawed(Run)
  case ended(Run, Ending)
  /// The latest date of a request has passed, and it has not succeeded.
  case overdue(Request)
  /// Nothing is left of the process of an app.
  case processEnded(AppProcess)
  case device([DeviceValue])
}
