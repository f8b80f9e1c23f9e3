extension BenchFailure {
  /// The kinds of failures. The raw value is the code in reports.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// A task was completed more than once.
    case completedTwice
    /// A task was not completed in its time.
    case neverCompleted
    /// A task was completed after it had expired.
    case completedAfterExpiration
    /// A handler took too much real time.
    case tookRealTime
    /// The app broke a rule for which Apple's framework ends the process.
    case brokenRule
    /// The Info.plist lists an identifier, and the app registers no handler for it.
    case noHandler
    /// The app registers a handler that the Info.plist does not list.
    case notListed
    /// The app has submitted or cancelled a task at a moment that the bench could not foresee, or after its test.
    case untimely
    /// Twelve runs of a task in a row have expired.
    case noProgress
    /// The runs of a task expire, since their work takes longer than their budget.
    case exceedsBudget
    /// A task is submitted repeatedly without a date.
    case runsTooOften
    /// The app still slept when its process was suspended or ended.
    case leftBehind
    /// A request waits for a condition that the days of this user do not have.
    case starves
    /// The app replaces its waiting request by later ones, so that it never runs.
    case putOff
    /// The earliest date of a request is too far in the future.
    case tooLate
    /// A handler occupied the main thread while the app was in front.
    case blocksMain
    /// A run did not succeed, and no request for the task is queued after it.
    case chainEnds
    /// The runs of a task without a network fail, and its request does not require one.
    case needsNetwork
    /// A processing task runs for long on battery.
    case drainsBattery
    /// A run read protected files while the device was locked.
    case readsBeforeUnlock
    /// A signal has ended the process of the app.
    case crashed
    /// The app has ended its process.
    case exited
    /// Code of the app blocks its process.
    case blocked
  }
}

extension BenchFailure.Kind {
  /// The consequence of such a failure on a phone.
  var onAPhone: String {
    switch self {
    case .completedTwice:
      "only the first completion applies"
    case .neverCompleted:
      "the system kills the process, and starts the app less often"
    case .completedAfterExpiration:
      "the process is suspended or killed by then, so the work is lost"
    case .tookRealTime:
      "the work uses up the time of the task, and the task expires"
    case .brokenRule:
      "the framework raises an exception, and the process ends"
    case .noHandler:
      "a submission for the identifier ends the process or is refused, and its task never runs"
    case .notListed:
      "the registration fails, and each submission is refused"
    case .untimely:
      "the call may be lost, because the process can be suspended at any moment after its last task"
    case .noProgress:
      "the task never succeeds, and the system starts it less often"
    case .exceedsBudget:
      "no run ever completes, although each run uses the battery"
    case .runsTooOften:
      "the app uses up its share of background time, and the system starts it less often"
    case .leftBehind:
      "the process is suspended, and the code continues with the next task, if ever"
    case .starves:
      "the task does not run for days or weeks"
    case .putOff:
      "the request never becomes eligible, because each submission replaces the date"
    case .tooLate:
      "the task cannot run before this date, and the content is old by then"
    case .blocksMain:
      "the app drops frames, or does not respond to touches"
    case .chainEnds:
      "the task never runs again until the user opens the app"
    case .needsNetwork:
      "the system starts the task without a network, and the run is wasted"
    case .drainsBattery:
      "the battery drains, and the user sees the app in the battery settings"
    case .readsBeforeUnlock:
      "the file cannot be opened, with the error EPERM"
    case .crashed:
      "the app crashes, its run is lost, and the system starts it less often"
    case .exited:
      "the app disappears as in a crash, and its run is lost"
    case .blocked:
      "the watchdog of the system kills the process"
    }
  }

  /// The usual remedy, as an imperative.
  var suggestion: String {
    switch self {
    case .completedTwice:
      "call setTaskCompleted(success:) once on every path through the handler"
    case .neverCompleted:
      "stop the work in the expiration handler, and then complete the task"
    case .completedAfterExpiration:
      "stop the work in the expiration handler, and complete the task only once"
    case .tookRealTime:
      "pass `bench.clock` to the handler, or use `bench.work(_:takes:)`"
    case .brokenRule:
      "correct this call"
    case .noHandler:
      "register a handler, or remove the identifier from BGTaskSchedulerPermittedIdentifiers"
    case .notListed:
      "add the identifier to BGTaskSchedulerPermittedIdentifiers"
    case .untimely:
      "call it before the task is complete, or start it from the handler with a Swift task or a queue"
    case .noProgress:
      "do less work in a run, and save its progress, so that the next run continues from there"
    case .exceedsBudget:
      "divide the work into parts that fit, and save the progress after each part"
    case .runsTooOften:
      "set an earliestBeginDate"
    case .leftBehind:
      "complete the task last"
    case .starves:
      "drop the condition, or do the work in the foreground"
    case .putOff:
      "submit the request only if it is not queued (pendingTaskRequests()), or with the same date"
    case .tooLate:
      "set an earliestBeginDate within the days in which the task is useful"
    case .blocksMain:
      "do the work in a Swift task or a queue, and use the main thread only for the result"
    case .chainEnds:
      "submit the next request at the begin of the handler, before any work that can fail"
    case .needsNetwork:
      "set requiresNetworkConnectivity of the BGProcessingTaskRequest"
    case .drainsBattery:
      "set requiresExternalPower, or do less work in a run"
    case .readsBeforeUnlock:
      "complete the task as unsuccessful and try again later, or store the file with less protection"
    case .crashed:
      "repeat the variant alone, in a debugger"
    case .exited:
      "complete the task instead of calling exit()"
    case .blocked:
      "wait with `await`, and not with a semaphore or a lock"
    }
  }
}
