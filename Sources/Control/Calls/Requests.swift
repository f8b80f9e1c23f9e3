/// Takes work. The answer comes once it is on disk.
package struct Submit: ControlMethod {
  package static let name = "Submit"

  package struct Reply: Codable, Sendable {
    package var request: RequestInfo
    /// A waiting request of the same id was replaced
    package var replaced: Bool
    /// A waiting request of the same id was kept, and this one was not taken
    package var kept: Bool
    package var explanation: ExplanationInfo
    package var warnings: [WarningInfo]

    package init(
      request: RequestInfo, replaced: Bool, kept: Bool, explanation: ExplanationInfo,
      warnings: [WarningInfo]
    ) {
      self.request = request
      self.replaced = replaced
      self.kept = kept
      self.explanation = explanation
      self.warnings = warnings
    }
  }

  /// Unique among the caller's requests; made from the command's name unless given
  package var id: String?
  package var app: String?
  /// Maintenance, at the latest in three days, unless given
  package var kind: String?
  package var command: CommandInfo
  /// A time: RFC 3339, calendar notation such as "Fri 18:00", or a duration from now such as "72h"
  package var earliest: String?
  package var latest: String?
  package var atLatest: String?
  package var every: Double?
  /// Runs begin only in so much of each interval, its end
  package var flex: Double?
  /// power, network, unmetered, idle, screen-off, battery-not-low, storage-not-low; and, to require
  /// only, paths of drives, shares or files that must be there: path=/mnt/backup
  package var requires: [String]?
  package var prefers: [String]?
  /// A shell command that is run as the caller before a start, and must exit with 0
  package var condition: String?
  package var budget: Double?
  package var grace: Double?
  package var allowBattery: Bool?
  package var expedited: Bool?
  /// Requests of one group never run at the same time
  package var group: String?
  /// How often a failed run is tried again
  package var retries: Int64?
  /// How delays grow after failures: linear or exponential; exponential unless given
  package var backoff: String?
  /// The first of them
  package var backoffDelay: Double?
  /// replace or keep
  package var ifPending: String?
  package var replaceRunning: Bool?
  package var limits: LimitsInfo?
  /// stop or freeze; stop unless given
  package var onClosedGate: String?
  /// A signal at 90 % of the budget, such as USR1
  package var earlySignal: String?
  /// A signal when something that it prefers is lost during a run, such as USR1; none unless given
  package var onLostPreference: String?
  /// A run says when it is ready, within ten seconds, or is ended
  package var signalsReadiness: Bool?
  /// A run on external power keeps the machine from going to sleep
  package var preventsSleep: Bool?
  /// A systemd unit to start when a run fails; for root, and for users' own daemons
  package var onFailure: String?
  /// The timer whose place it takes; for root, and for users' own daemons
  package var timer: TimerInfo?

  package init(
    id: String? = nil, app: String? = nil, kind: String? = nil, command: CommandInfo,
    earliest:
      String? = nil, latest: String? = nil, atLatest: String? = nil, every: Double? = nil,
    flex: Double? = nil,
    requires: [String]? = nil, prefers: [String]? = nil, condition: String? = nil,
    budget: Double? = nil,
    grace: Double? =
      nil, allowBattery: Bool? = nil, expedited: Bool? = nil, group: String? = nil,
    retries:
      Int64? = nil, backoff: String? = nil, backoffDelay: Double? = nil, ifPending: String? = nil,
    replaceRunning: Bool? = nil, limits: LimitsInfo? = nil, onClosedGate: String? = nil,
    earlySignal: String? = nil, onLostPreference: String? = nil,
    signalsReadiness: Bool? = nil, preventsSleep: Bool? = nil, onFailure: String? = nil,
    timer: TimerInfo? = nil
  ) {
    self.id = id
    self.app = app
    self.kind = kind
    self.command = command
    self.earliest = earliest
    self.latest = latest
    self.atLatest = atLatest
    self.every = every
    self.flex = flex
    self.requires = requires
    self.prefers = prefers
    self.condition = condition
    self.budget = budget
    self.grace = grace
    self.allowBattery = allowBattery
    self.expedited = expedited
    self.group = group
    self.retries = retries
    self.backoff = backoff
    self.backoffDelay = backoffDelay
    self.ifPending = ifPending
    self.replaceRunning = replaceRunning
    self.limits = limits
    self.onClosedGate = onClosedGate
    self.earlySignal = earlySignal
    self.onLostPreference = onLostPreference
    self.signalsReadiness = signalsReadiness
    self.preventsSleep = preventsSleep
    self.onFailure = onFailure
    self.timer = timer
  }
}

/// Removes a request and stops its run; with keepRunning lets the run finish.
package struct Cancel: ControlMethod {
  package static let name = "Cancel"

  package struct Reply: Codable, Sendable {
    @OrNull package var stoppingRun: Int64?

    package init(
      stoppingRun: Int64? = nil
    ) {
      self.stoppingRun = stoppingRun
    }
  }

  package var id: String
  package var app: String?
  package var owner: Int64?
  package var keepRunning: Bool?

  package init(
    id: String, app: String? = nil, owner: Int64? = nil, keepRunning: Bool? = nil
  ) {
    self.id = id
    self.app = app
    self.owner = owner
    self.keepRunning = keepRunning
  }
}

/// What waits and runs; of all users for those who may see all and ask for it.
package struct List: ControlMethod {
  package static let name = "List"

  package struct Reply: Codable, Sendable {
    package var requests: [RequestInfo]
    /// Runs that live; also of what was cancelled or submitted again meanwhile
    package var running: Int64

    package init(
      requests: [RequestInfo], running: Int64
    ) {
      self.requests = requests
      self.running = running
    }
  }

  package var id: String?
  package var app: String?
  package var owner: Int64?
  package var allUsers: Bool?

  package init(
    id: String? = nil, app: String? = nil, owner: Int64? = nil, allUsers: Bool? = nil
  ) {
    self.id = id
    self.app = app
    self.owner = owner
    self.allUsers = allUsers
  }
}

/// Why requests wait; without an id all, most starved first.
package struct Explain: ControlMethod {
  package static let name = "Explain"

  package struct Reply: Codable, Sendable {
    package var explanations: [ExplanationInfo]

    package init(
      explanations: [ExplanationInfo]
    ) {
      self.explanations = explanations
    }
  }

  package var id: String?
  package var app: String?
  package var owner: Int64?
  package var allUsers: Bool?

  package init(
    id: String? = nil, app: String? = nil, owner: Int64? = nil, allUsers: Bool? = nil
  ) {
    self.id = id
    self.app = app
    self.owner = owner
    self.allUsers = allUsers
  }
}
