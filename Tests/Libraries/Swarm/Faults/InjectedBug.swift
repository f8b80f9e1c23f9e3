import Scheduling

/// Bugs that are put in on purpose, to see that they are found. They sit around the daemon's own code:
/// in the store below it, in what it is set to, and in the outside that it acts on.
package enum InjectedBug: String, CaseIterable, Sendable {
  /// One commit in a hundred loses the last of its changes.
  case lostPersist = "lost-persist"
  /// Every budget is longer by one grace.
  case budget
  /// One session more than its tier allows fits into the window of every app.
  case quota
  /// A kill does not arrive.
  case lostKill = "lost-kill"
  /// What waits does not hear of changes of its app.
  case overlookedApp = "overlooked-app"
  /// A caller in a hundred is answered twice.
  case answerTwice = "answer-twice"
  /// Failures are told twice.
  case tellTwice = "tell-twice"
  /// Requests that are overdue are reported to nobody.
  case silentOverdue = "silent-overdue"
  /// What joins the queue is put in front of its equals.
  case overtake
  /// A submission that keeps what is queued replaces it.
  case keepReplaces = "keep-replaces"
  /// What comes back ends with a run that has failed.
  case periodicEnds = "periodic-ends"
  /// A task counts as begun when it is handed over.
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
  /// Of a batch, the last request does not reach the disk.
  case tornBatch = "torn-batch"
  /// An atomic batch is accepted in parts.
  case partialBatch = "partial-batch"

  /// What the daemon decides by.
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
