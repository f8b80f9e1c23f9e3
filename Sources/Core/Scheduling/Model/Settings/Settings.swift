/// All numbers behind decisions, with their defaults and sources.
package struct Settings: Hashable, Sendable {
  @Apart package var refresh = KindRules.refresh
  @Apart package var processing = KindRules.processing
  @Apart package var push = KindRules.push
  @Apart package var maintenance = KindRules.maintenance
  @Apart package var utility = KindRules.utility
  @Apart package var userInitiated = KindRules.userInitiated
  @Apart package var forecast = ForecastSettings()
  @Apart package var energy = EnergySettings()

  /// Simultaneous runs in each class of kinds. Apple documents none; Android allows more, on larger budgets.
  /// A daemon has more for processing and maintenance on a larger machine (`MachineSize`).
  package var appRunsAtOnce = 2
  package var processingRunsAtOnce = 1
  package var maintenanceRunsAtOnce = 1
  package var utilityRunsAtOnce = 2
  package var userInitiatedRunsAtOnce = 4
  /// The widths of groups, for the groups of all users with these names; others have a width of 1.
  package var groups: [NamedWidth] = []
  /// The time after which a user's use of a class counts half, if users take turns (a day, as HTCondor's
  /// PRIORITY_HALFLIFE).
  package var useHalfLife = Duration.days(1)

  /// The percentage below which nothing starts on battery.
  package var emptyBattery = 5
  /// The percentage at or below which the battery is "low" for `battery-not-low` (Android warns at 15).
  package var lowBattery = 15
  /// The percentage at or above which work can run on battery after its window has closed.
  package var relaxedBattery = 40
  /// The share of the window after which requests no longer wait for idleness.
  package var relaxedIdleShare = 0.5
  /// The share of the window at which the last of the preferences gives way.
  package var relaxedEndShare = 1.0
  /// The time after the opening of its window at which system work (maintenance, utility) without a latest date
  /// relaxes, or two intervals if longer; `nil` if it never relaxes. No backup is thus skipped for weeks.
  package var relaxesAfter: Duration? = .days(7)
  /// The time for which a request without a latest date is worth running, by kind. For periodic work other than
  /// refreshes and processing it is two periods.
  package var refreshLifetime = Duration.hours(24)
  package var processingLifetime = Duration.hours(48)
  package var otherLifetime = Duration.days(7)
  /// The exponent of the battery formula; 0.4 is proven at utility priority and used for all kinds.
  package var batteryExponent = 0.4
  /// The factor of the battery formula while plugged in, from the same lines.
  package var pluggedInFactor = 1.2
  /// The load in percent above which a device without reports of its user counts as in use.
  package var busyLoad = 50

  /// The time for which a change must be stable before a veto follows it. Of 202 power losses recorded on one phone, 94
  /// ended within 30 s.
  package var steadyPowerGain = Duration.seconds(60)
  package var steadyPowerLoss = Duration.seconds(10)
  package var steadyUserReturn = Duration.seconds(10)
  /// The time at nominal heat before anything starts again after a stop for heat.
  package var coolingTime = Duration.minutes(10)
  /// The time for which polled values count as fresh when something starts, and the longest wait of a start for the
  /// poll.
  package var freshLook = Duration.seconds(10)
  package var longestLook = Duration.seconds(5)
  /// The time limit of a condition, the validity of its success, the delay after its failure, and the number of
  /// simultaneous tries.
  package var checkTime = Duration.seconds(30)
  package var checkFreshness = Duration.minutes(1)
  package var checkInterval = Duration.minutes(5)
  package var checksAtOnce = 4
  /// The time after a boot in which only work that a user asked for starts (300 s in logs).
  package var bootDelay = Duration.seconds(300)

  /// The hours in which the network counts as metered, and outside of which it does not; `nil` if the machine decides.
  package var metered: WeekHours?
  /// The hours in which no request starts; `nil` if there are none. Those of a kind are in its rules.
  package var quiet: WeekHours?
  /// The hours in which no request of a user starts, by user.
  package var quietUsers: [UserHours] = []

  /// The time from launch to the command's first instruction.
  package var launchTime = Duration.seconds(10)
  /// The total time for which a run can be frozen before the closed gate ends it.
  package var longestFreeze = Duration.minutes(10)
  /// The time for which an app's process continues after its last task, for example to submit the next one, and the
  /// time for which it is then kept suspended. Its longest lifetime is `appProcessTime`, or `appProcessLimit` if the
  /// budget of a task is longer; an idle process is ended after half of `appProcessTime`.
  package var idleAppTime = Duration.seconds(5)
  package var suspendedAppTime = Duration.minutes(3)
  /// The time for which a process continues after it has asked for time to finish; about the same as on a phone.
  package var backgroundTaskTime = Duration.seconds(30)
  package var appProcessTime = Duration.hours(6)
  /// The time limit for OnCreate of an app's module, after which later modules are not created, as users of Expo's
  /// modules report; `nil` if there is none. The app's library reads it.
  package var moduleLimit: Duration? = .milliseconds(200)
  /// The answer if a process holds a file lock when it is suspended, which blocks the lock until it is resumed; Apple's
  /// devices kill it (0xdead10cc).
  package var suspendedWithLock = LockAnswer.warn
  /// The answer if the time of a task is over and its app has set no expiration handler.
  package var missingExpirationHandler = MissingHandlerAnswer.kill
  /// The memory pressure that ends idle or suspended processes; `nil` if none does.
  package var pressureThatEndsApps: MemoryPressure? = .critical
  /// The longest time without a progress report of a continued task.
  package var continuedStall = Duration.seconds(30)
  /// The share of a budget after which a run receives its early signal, if it asked for one.
  package var earlySignalShare = 0.9
  /// The share that heat leaves of budgets that follow the device.
  package var fairHeatBudgetShare = 0.5
  /// The number of crashes of one step that quarantines its request.
  package var crashesThatQuarantine = 5
  /// The largest checkpoint of a command, in bytes.
  package var longestCheckpoint = 16_384
  package var stepsPerTask = 100
  /// The default first delay after a failure, and the shortest and longest allowed ones (Android's JobInfo).
  package var firstBackoff = Duration.seconds(30)
  package var shortestBackoff = Duration.seconds(10)
  package var longestBackoff = Duration.hours(5)
  /// The number of incomplete wakes of an app in a row after which intervals grow, as for HealthKit: the first
  /// interval, which then doubles each time, and the longest one.
  package var wakesWithoutCompletion = 3
  package var observerBackoff = Duration.hours(1)
  package var longestObserverBackoff = Duration.days(1)

  /// The settings of engagement tiers and their quotas.
  @Apart package var quotas = QuotaSettings()
  /// The conditions under which an app that overruns is blocked.
  @Apart package var reliability = ReliabilitySettings()

  /// Whether requests of users other than root can wake the machine.
  package var usersMayWake = false

  /// The number of requests that one user can have queued.
  package var requestsPerUser = 1000
  /// Bytes of the texts of one request (mainly its command with environment), of one app's declaration, and of all
  /// requests and apps of one user. The first is twice the kernel's longest argument (MAX_ARG_STRLEN, execve(2)).
  package var longestRequest = 262_144
  package var longestApp = 65_536
  package var bytesPerUser = 33_554_432
  /// The number of requests of these kinds that one app can have queued (Apple's BGTaskScheduler).
  package var refreshesPerApp = 1
  package var processingPerApp = 10
  /// The submit rates of one user; Android accepts 250 a minute. The daemon's own user has no limit.
  package var submitRates = [
    SubmitRate(count: 250, within: .minutes(1)), SubmitRate(count: 1000, within: .minutes(5)),
  ]
  /// The window below which, and the median length of a refresh above which, there is a warning.
  package var shortWindow = Duration.minutes(15)
  package var longRefresh = Duration.seconds(10)
  /// The number of apps that one user can register.
  package var appsPerUser = 500
  /// The latest date of a command without a kind.
  package var defaultLatest = Duration.days(3)
  /// A shell command line, run as the owner of a request for its failures and missed latest dates if it names none
  /// itself; `nil` if none runs. It does not run for tasks of apps: the app receives their end.
  package var onFailureCommand: String?
  /// Whether users are notified in their sessions if one of their requests has failed permanently and names no command and
  /// no unit for it.
  package var failureNotifications = true
  /// The time after its latest date at which a queued request is reported as overdue. It may be about to start: after a
  /// poll of the device, when a slot is free or the boot is over.
  package var overdueDelay = Duration.minutes(15)
  package var shortestPeriod = Duration.minutes(1)
  package var shortestFlex = Duration.minutes(1)
  /// The share of an interval between two runs of periodic work (Apple's default delay, `xpc/activity.h`), and its
  /// maximum.
  package var restShare = 0.5
  package var longestRest = Duration.days(366)
  /// The furthest date, longest interval and longest delay.
  package var horizon = Horizon.usual
  package var longestGrace = Duration.seconds(60)
  /// The longest grace of a unit of systemd, which has a stop timeout of its own.
  package var longestUnitGrace = Duration.hours(1)

  /// The number of stored device changes, and of runs, to explain waits: a day or two of a phone that is plugged in and
  /// out fifty times a day.
  package var rememberedDeviceChanges = 512
  package var rememberedRuns = 256

  /// The time for which an ended run is recorded, and the number of recorded runs of one request. The newest always
  /// stays.
  package var history = Duration.days(90)
  package var historyRuns = 1000
  /// The bytes of output of one user's runs that are children of the daemon. The output of a queued request's newest
  /// run always stays.
  package var directOutput = 256 << 20

  /// Whether requests ignore changes of their apps: a deliberate bug for tests to find.
  package var overlooksApps = false
  /// Whether queued requests go in front of their equals: a deliberate bug for tests to find.
  package var queuesInFront = false
  /// Whether slots are given in the order of requests, without turns of users: a deliberate bug for tests to find.
  package var ignoresUsers = false

  package init() {}

  /// The allowed dates, in words.
  package var dates: String { "at most \(Int(bounded: horizon.seconds) / 86400) days from now" }

  /// Returns the gates of `kind` and the bounds of its runs.
  package func rules(of kind: Kind) -> KindRules { sharedRules(of: kind).value }

  /// Returns the same rules without copying them.
  func sharedRules(of kind: Kind) -> Shared<KindRules> {
    switch kind {
    case .refresh: _refresh.shared
    case .processing: _processing.shared
    case .push: _push.shared
    case .maintenance: _maintenance.shared
    case .utility: _utility.shared
    case .userInitiated: _userInitiated.shared
    }
  }

  /// Returns the number of requests of a kind that one app can have queued; `nil` if only its user's limit applies.
  package func requestsPerApp(of kind: Kind) -> Int? {
    switch kind {
    case .refresh: refreshesPerApp
    case .processing: processingPerApp
    case .push, .maintenance, .utility, .userInitiated: nil
    }
  }

  /// Returns the number of slots of a class of kinds: the maximum number of its simultaneous runs.
  package func runsAtOnce(in kinds: KindRules.ConcurrencyClass) -> Int {
    switch kinds {
    case .app: appRunsAtOnce
    case .processing: processingRunsAtOnce
    case .maintenance: maintenanceRunsAtOnce
    case .utility: utilityRunsAtOnce
    case .userInitiated: userInitiatedRunsAtOnce
    }
  }

  /// Returns the least time between the beginnings of two runs of periodic work with the interval `every`.
  package func rest(in every: Duration) -> Duration {
    let share = (Double(every.nanoseconds) * restShare).rounded()
    return min(.nanoseconds(Int64(bounded: share)), longestRest)
  }
}
