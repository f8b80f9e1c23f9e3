import Scheduling

/// Something that must hold, looked at as things happen. What it sees is the outside: commits, commands
/// and answers; it believes nothing that the scheduler says of itself where it can help it.
protocol Checker: AnyObject {
  /// The daemon takes an event.
  func takes(_ event: Event, in life: Life)
  /// Changes have become durable; `record` is what was durable before.
  func commits(_ changes: [Change], to record: Record, in life: Life)
  func failsToCommit(in life: Life)
  func launches(_ run: Run, _ request: Request, in life: Life)
  /// The process of an app is started, and a task is handed to one.
  func launches(_ process: AppProcess, in life: Life)
  func delivers(_ run: Run, in life: Life)
  /// A signal arrives at a command that lives.
  func signals(_ run: Run, _ number: Int32, to command: SimulatedCommand, in life: Life)
  func kills(_ run: Run, _ command: SimulatedCommand, in life: Life)
  func freezes(_ run: Run, in life: Life)
  /// The command that a request names for its failures is run.
  func tells(_ report: FailureReport, of request: Request, in life: Life)
  func thaws(_ run: Run, in life: Life)
  /// A caller hears an answer; `event` is nil where that caller waits for none.
  func answers(_ number: Int, _ answer: Answer, to event: Event?, in life: Life)
  /// A command has begun or ended, and the daemon hears of it if there is one.
  func happens(_ event: Event, in life: Life)
  /// A step is done, and the daemon lives.
  func stepped(_ core: Scheduler, in life: Life)
  /// Time has passed while a daemon lived, and what is due now has not happened yet.
  func passed(in life: Life)
  /// A daemon begins with what the store holds and what was found of its runs.
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
  func tells(_ report: FailureReport, of request: Request, in life: Life) {}
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

/// All of them.
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
