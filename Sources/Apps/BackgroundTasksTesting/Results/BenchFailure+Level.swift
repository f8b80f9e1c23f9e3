extension BenchFailure.Kind {
  /// The levels of SARIF.
  enum Level: String {
    /// A phone ends the process, or the work is lost.
    case error
    /// The work is late or expensive.
    case warning
  }

  /// The level in reports. Each failure makes its test fail, whatever its level.
  var level: Level {
    switch self {
    case .completedTwice, .neverCompleted, .completedAfterExpiration, .tookRealTime, .brokenRule,
      .noHandler, .notListed, .untimely, .noProgress, .exceedsBudget, .leftBehind, .chainEnds,
      .readsBeforeUnlock, .crashed, .exited, .blocked:
      .error
    case .runsTooOften, .starves, .putOff, .tooLate, .blocksMain, .needsNetwork, .drainsBattery:
      .warning
    }
  }

  /// The meaning of the code.
  var meaning: String {
    switch self {
    case .completedTwice: "A task was completed more than once."
    case .neverCompleted: "A task was not completed in its time."
    case .completedAfterExpiration: "A task was completed after it had expired."
    case .tookRealTime: "A handler took too much real time."
    case .brokenRule: "A mistake that ends the process on a phone."
    case .noHandler: "The Info.plist lists an identifier without a handler."
    case .notListed: "The Info.plist does not list the identifier of a handler."
    case .untimely: "A task was submitted or cancelled at an unpredictable moment."
    case .noProgress: "Twelve runs of a task in a row have expired."
    case .exceedsBudget:
      "Twelve runs in a row have expired, since the work takes longer than the budget."
    case .runsTooOften: "A task without an earliest date runs more than 48 times a day."
    case .leftBehind: "Code continued when the process was suspended."
    case .starves: "A request waits for a condition that the user's days do not have."
    case .putOff: "The app replaces its waiting request by later ones, so that it never runs."
    case .tooLate: "The earliest date of a request is too far ahead."
    case .blocksMain: "A block occupied the main queue while the app was in front."
    case .chainEnds: "No request was queued after an unsuccessful run."
    case .needsNetwork: "A task fails without a network, and does not require one."
    case .drainsBattery: "A processing task runs for long on battery."
    case .readsBeforeUnlock: "A run opened a protected file while the device was locked."
    case .crashed: "A signal has ended the process of the app."
    case .exited: "The app has ended its process."
    case .blocked: "Code of the app blocks its process."
    }
  }
}
