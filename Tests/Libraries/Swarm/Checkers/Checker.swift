import Scheduling

/// A property that must hold, checked at every event of a simulated life. A checker reads what is visible outside the
/// scheduler: commits, commands and answers. It avoids the scheduler's own view of its state where possible.
protocol Checker: AnyObject {
  /// The daemon handles an event.
  func takes(_ event: Event, in life: Life)
  /// Changes have become durable; `record` is the durable state before them.
  func commits(_ changes: [Change], to record: Record, in life: Life)
  func failsToCommit(in life: Life)
  func launches(_ run: Run, _ request: Request, in life: Life)
  /// A process of an app is started, or a task is delivered to one.
  func launches(_ process: AppProcess, in life: Life)
  func delivers(_ run: Run, in life: Life)
  /// A signal arrives at a command that is alive.
  func signals(_ run: Run, _ number: Int32, to command: SimulatedCommand, in life: Life)
  func kills(_ run: Run, _ command: SimulatedCommand, in life: Life)
  func freezes(_ run: Run, in life: Life)
  /// The daemon runs the command that a request names for its failures.
  func tells(_ command: FailureCommand, of request: Request, in life: Life)
  /// The daemon runs the command of a report that an earlier daemon has stored.
  func repeats(_ command: FailureCommand, in life: Life)
  func thaws(_ run: Run, in life: Life)
  /// A caller receives an answer; `event` is `nil` if no call with this number is open.
  func answers(_ number: Int, _ answer: Answer, to event: Event?, in life: Life)
  /// A command has begun or ended. A running daemon is notified.
  func happens(_ event: Event, in life: Life)
  /// A step has ended, and the daemon is running.
  func stepped(_ core: Scheduler, in life: Life)
  /// Time has passed while a daemon was running. Events that are due now have not happened yet.
  func passed(in life: Life)
  /// A daemon starts with the contents of the store and the state in which the launcher found its runs.
  func starts(_ snapshot: Snapshot, _ found: [RunID: FoundRun], in life: Life)
  func dies(in life: Life)
  func reboots(in life: Life)
  func setsClock(in life: Life)
}

extension Checker {
  func takes(_ event: Event, in life: Life) {}
  func commits(_ changes: [Change], to record: Record, in life: Life) {}
  func failsToCommit(in life: Life) {}
  func launches(_ run: Run, _ request: Request, in life: Life) {}
  func launches(_ process: AppProcess, in life: Life) {}
  func delivers(_ run: Run, in life: Life) {}
  func signals(_ run: Run, _ number: Int32, to command: SimulatedCommand, in life: Life) {}
  func kills(_ run: Run, _ command: SimulatedCommand, in life: Life) {}
  func freezes(_ run: Run, in life: Life) {}
  func tells(_ command: FailureCommand, of request: Request, in life: Life) {}
  func repeats(_ command: FailureCommand, in life: Life) {}
  func thaws(_ run: Run, in life: Life) {}
  func answers(_ number: Int, _ answer: Answer, to event: Event?, in life: Life) {}
  func happens(_ event: Event, in life: Life) {}
  func stepped(_ core: Scheduler, in life: Life) {}
  func passed(in life: Life) {}
  func starts(_ snapshot: Snapshot, _ found: [RunID: FoundRun], in life: Life) {}
  func dies(in life: Life) {}
  func reboots(in life: Life) {}
  func setsClock(in life: Life) {}
}

/// All checkers.
enum Checkers {
  static func all() -> [any Checker] {
    [
      NothingAcceptedIsLost(), NothingStartsBeforeItsCommit(), OneRunPerRequest(),
      NothingStartsUnderAVeto(), NothingStartsUnderAPause(), RoomIsKept(), BudgetsAreAsTold(),
      DeadlinesAreKept(),
      QuotasAreKept(), StoreIsCore(), WhatIsStoredCanBeRead(), EveryRunIsReal(), CountersAreRight(),
      EveryCallIsAnsweredOnce(),
      NothingStandsStill(), NothingDueIsSkipped(), WhatWaitsHasAReason(), MemoryIsBounded(),
      StopsByHandAreTheUsers(),
      StepsGoOn(), FailuresAreWaitedOut(), ForcedRunsAreLeftAlone(), TasksAreHandedOnce(),
      TasksExpireInTime(), NoChangeIsLost(), WakesBackOff(), AlarmsKeepTheirDates(),
      SessionsAreToldOnce(), FinalFailuresEnd(), NotificationsAreShownOnce(),
      FailuresAreToldOnce(), MissedDatesAreReportedOnce(), EqualsKeepTheirOrder(),
      WindowsOpenAtDates(), ExactTimesAreKept(), NothingStartsBeforeItsPredecessors(),
      NothingStartsInQuietHours(), UsersTakeTurns(), BatchesAreWhole(),
    ]
  }
}
