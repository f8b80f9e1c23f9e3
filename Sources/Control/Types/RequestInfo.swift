/// A request that waits or runs
package struct RequestInfo: Codable, Hashable, Sendable {
  package var id: String
  @OrNull package var app: String?
  package var owner: Int64
  /// refresh, processing, push, maintenance, utility or userInitiated
  package var kind: String
  /// waiting or running
  package var state: String
  /// The live run, if there is one
  @OrNull package var run: Int64?
  /// Where it runs, how that run stands: launching, running, deferring, frozen, expiring or killed
  @OrNull package var runState: String? = nil
  package var submitted: String
  /// Not before
  package var earliest: String
  @OrNull package var latest: String?
  /// run, relax or drop
  package var atLatest: String
  /// The share of its window, or of its lifetime where it has no latest date, that has passed: 0 to 1
  package var progress: Double
  /// The interval of periodic work
  @OrNull package var every: Double?
  /// The end of each interval in which alone runs begin
  @OrNull package var flex: Double?
  /// With paths, as path=/mnt/backup
  package var requires: [String]
  package var prefers: [String]
  /// A shell command that is run as the owner before a start, and must exit with 0
  @OrNull package var condition: String? = nil
  /// What a run would get now
  package var budget: Double
  package var grace: Double
  package var allowBattery: Bool
  package var expedited: Bool
  @OrNull package var group: String?
  package var retries: Int64
  /// How delays grow after failures: linear or exponential
  package var backoff: String
  /// The first of them
  package var backoffDelay: Double
  /// Failed runs since the last success
  package var failures: Int64
  @OrNull package var lastSuccess: String?
  package var arguments: [String]
  package var directory: String
  package var steps: [StepInfo] = []
  /// Steps that are completed; the next run begins after them
  package var stepsDone: Int64 = 0
  /// The systemd unit that a run starts
  @OrNull package var unit: String? = nil
  /// What a run last reported, to begin with next time
  @OrNull package var checkpoint: String? = nil
  /// How much of the work is done, 0 to 1, as a run reported it
  @OrNull package var share: Double? = nil
  /// It crashed five times in the same step, and is not started until Unquarantine
  package var quarantined: Bool = false
  package var limits: LimitsInfo = LimitsInfo()
  /// What happens to a run when a gate closes: stop or freeze
  package var onClosedGate: String = "stop"
  /// The signal at 90 % of the budget, such as USR1
  @OrNull package var earlySignal: String? = nil
  /// The signal when something that it prefers is lost during a run, such as USR1
  @OrNull package var onLostPreference: String? = nil
  /// A run says when it is ready, within ten seconds
  package var signalsReadiness: Bool = false
  /// A run on external power keeps the machine from going to sleep
  package var preventsSleep: Bool = false
  /// The systemd unit that is started when a run fails
  @OrNull package var onFailure: String? = nil
  /// The timer whose place it took
  @OrNull package var timer: TimerInfo? = nil
  /// Whether somebody switched that timer on again; null where there is none
  @OrNull package var timerIsOn: Bool? = nil
  /// The task file that declares it
  @OrNull package var file: String? = nil
  /// Why it waits, as codes
  package var reasons: [String]
  /// The earliest moment at which it may run, as far as time has it
  @OrNull package var next: String?

  package init(
    id: String, app: String? = nil, owner: Int64, kind: String, state: String,
    run: Int64? =
      nil, submitted: String, earliest: String, latest: String? = nil, atLatest: String,
    progress: Double,
    every:
      Double? = nil, flex: Double? = nil, requires: [String], prefers: [String], budget: Double,
    grace: Double,
    allowBattery: Bool, expedited: Bool, group: String? = nil, retries: Int64, backoff: String,
    backoffDelay: Double, failures: Int64,
    lastSuccess: String? = nil, arguments: [String], directory: String, reasons: [String],
    next:
      String? = nil
  ) {
    self.id = id
    self.app = app
    self.owner = owner
    self.kind = kind
    self.state = state
    self.run = run
    self.submitted = submitted
    self.earliest = earliest
    self.latest = latest
    self.atLatest = atLatest
    self.progress = progress
    self.every = every
    self.flex = flex
    self.requires = requires
    self.prefers = prefers
    self.budget = budget
    self.grace = grace
    self.allowBattery = allowBattery
    self.expedited = expedited
    self.group = group
    self.retries = retries
    self.backoff = backoff
    self.backoffDelay = backoffDelay
    self.failures = failures
    self.lastSuccess = lastSuccess
    self.arguments = arguments
    self.directory = directory
    self.reasons = reasons
    self.next = next
  }
}
