import Scheduling

/// Bugs that are injected deliberately, to check that a checker finds them. They are outside the daemon's own code: in
/// the store, in the settings, and in the simulated world.
package enum InjectedBug: String, CaseIterable, Sendable {
  /// One commit in a hundred loses the last of its changes.
  case lostPersist = "lost-persist"
  /// Every budget is longer by one grace.
  case budget
  /// One session more than its tier allows fits into the window of every app.
  case quota
  /// A kill does not arrive.
  case lostKill = "lost-kill"
  /// Waiting requests are not re-evaluated after a change of their app.
  case overlookedApp = "overlooked-app"
  /// A caller in a hundred is answered twice.
  case answerTwice = "answer-twice"
  /// Each failure is reported twice.
  case tellTwice = "tell-twice"
  /// Overdue requests are not reported.
  case silentOverdue = "silent-overdue"
  /// A new request is put in front of its equals in the queue.
  case overtake
  /// A submission that must keep the queued request replaces it.
  case keepReplaces = "keep-replaces"
  /// A repeating request ends with a run that has failed.
  case periodicEnds = "periodic-ends"
  /// A task counts as begun when it is delivered.
  case beginsEarly = "begins-early"
  /// Windows of calendars open a second after their dates.
  case shiftedDate = "shifted-date"
  /// Requests that follow others are released when they are submitted.
  case earlyRelease = "early-release"
  /// Groups are wider by one than users have set.
  case wideGroup = "wide-group"
  /// The quiet hours of the policy file are not read.
  case ignoredQuiet = "ignored-quiet"
  /// Slots are given in the order of requests, without turns of users.
  case unfairUsers = "unfair-users"
  /// The last request of a batch is not stored.
  case tornBatch = "torn-batch"
  /// An atomic batch is accepted in parts.
  case partialBatch = "partial-batch"

  /// The settings of a daemon with this bug.
  var settings: Settings {
    var settings = Settings()
    switch self {
    case .budget:
      for path in Self.rules {
        settings[keyPath: path].budget += settings[keyPath: path].grace
        if let longest = settings[keyPath: path].longestBudget {
          settings[keyPath: path].longestBudget = longest + settings[keyPath: path].grace
        }
      }
    case .quota:
      for path in Self.limits { settings.quotas[keyPath: path].sessions += 1 }
    case .overlookedApp: settings.overlooksApps = true
    case .wideGroup: settings.groups = ["disk", "net"].map { NamedWidth(name: $0, width: 2) }
    case .overtake: settings.queuesInFront = true
    case .unfairUsers: settings.ignoresUsers = true
    case .lostPersist, .lostKill, .answerTwice, .tellTwice, .silentOverdue, .keepReplaces,
      .periodicEnds, .beginsEarly, .shiftedDate, .earlyRelease, .ignoredQuiet, .tornBatch,
      .partialBatch:
      break
    }
    return settings
  }

  private static let rules: [any WritableKeyPath<Settings, KindRules> & Sendable] = [
    \.refresh, \.processing, \.push, \.maintenance, \.utility, \.userInitiated,
  ]
  private static let limits: [any WritableKeyPath<QuotaSettings, TierLimits> & Sendable] = [
    \.exempted, \.active, \.working, \.frequent, \.rare, \.restricted,
  ]
}
