/// Every number that decides, with its default and where it comes from.
package struct Settings: Hashable, Sendable {
  package var refresh = KindRules.refresh
  package var processing = KindRules.processing
  package var push = KindRules.push
  package var maintenance = KindRules.maintenance
  package var utility = KindRules.utility
  package var userInitiated = KindRules.userInitiated
  package var forecast = ForecastSettings()
  package var energy = EnergySettings()

  /// Runs at once in each class of kinds. Apple documents none; Android allows more, on larger budgets.
  package var appRunsAtOnce = 2
  package var processingRunsAtOnce = 1
  package var maintenanceRunsAtOnce = 1
  package var utilityRunsAtOnce = 2
  package var userInitiatedRunsAtOnce = 4
  /// After so long what a user has used of their class counts half, where users take turns (a day, as
  /// HTCondor's PRIORITY_HALFLIFE).
  package var useHalfLife = Duration.days(1)

  /// Percent; on battery and below it nothing starts.
  package var emptyBattery = 5
  /// Percent; at or below it the battery is "low" for `battery-not-low` (Android warns at 15).
  package var lowBattery = 15
  /// Percent that lets work run on battery once its window has closed.
  package var relaxedBattery = 40
  /// The share of the window after which idleness is no longer waited for.
  package var relaxedIdleShare = 0.5
  /// The share of the window at which the last of the preferences gives way.
  package var relaxedEndShare = 1.0
  /// How long after its window opens system work (maintenance, utility) relaxes that names no latest
  /// date, or two intervals where that is longer, so that no backup is skipped for weeks; nil never.
  package var relaxesAfter: Duration? = .days(7)
  /// How long a request without a latest date is worth running, by kind; that of periodic work is two
  /// periods, but for refreshes and processing.
  package var refreshLifetime = Duration.hours(24)
  package var processingLifetime = Duration.hours(48)
  package var otherLifetime = Duration.days(7)
  /// Exponent of the battery formula; 0.4 is proven at utility priority and taken for all.
  package var batteryExponent = 0.4
  /// Factor of the battery formula while plugged in, from the same lines.
  package var pluggedInFactor = 1.2
  /// Percent of load above which a device that tells nothing of its user counts as in use.
  package var busyLoad = 50

  /// How long a change must hold before a veto follows it. Of 202 power losses recorded on one
  /// phone, 94 ended within 30 s.
  package var steadyPowerGain = Duration.seconds(60)
  package var steadyPowerLoss = Duration.seconds(10)
  package var steadyUserReturn = Duration.seconds(10)
  /// Nominal for so long before anything starts again after a stop for heat.
  package var coolingTime = Duration.minutes(10)
  /// How long what does not tell of its changes counts as just read when something starts, and how
  /// long a start waits for it to be read.
  package var freshLook = Duration.seconds(10)
  package var longestLook = Duration.seconds(5)
  /// How long a condition may take, how long it is believed when it held and left alone when it did
  /// not, and how many are tried at once.
  package var checkTime = Duration.seconds(30)
  package var checkFreshness = Duration.minutes(1)
  package var checkInterval = Duration.minutes(5)
  package var checksAtOnce = 4
  /// Nothing but what a user asked for starts so soon after boot (300 s in logs).
  package var bootDelay = Duration.seconds(300)

  /// From launch to the command's first instruction.
  package var launchTime = Duration.seconds(10)
  /// How long a run may be frozen in all, before the closed gate ends it.
  package var longestFreeze = Duration.minutes(10)
  /// How long the process of an app goes on after its last task, for what apps do when that is complete, such as
  /// submitting the next; how long it is kept suspended then; and how long it lives at most: idle, it is ended
  /// after half of that.
  package var idleAppTime = Duration.seconds(5)
  package var suspendedAppTime = Duration.minutes(3)
  /// How long it may go on where it has asked for time to finish what it has begun; about what a phone leaves.
  package var backgroundTaskTime = Duration.seconds(30)
  package var appProcessTime = Duration.hours(6)
  /// How long a module of an app may take for its OnCreate before those after it are not created, as users of Expo's modules
  /// report it; nil for any length. The app's library asks for it.
  package var moduleLimit: Duration? = .milliseconds(200)
  /// What follows where a process holds a file lock when it is suspended, which nobody else could have until it is
  /// resumed; Apple's devices kill it (0xdead10cc).
  package var suspendedWithLock = LockAnswer.warn
  /// What follows if the time of a task is over and its app has set no expiration handler.
  package var missingExpirationHandler = MissingHandlerAnswer.kill
  /// The memory pressure that ends processes which are idle or suspended; nil never.
  package var pressureThatEndsApps: MemoryPressure? = .critical
  /// How long a continued task may go without a report of its progress.
  package var continuedStall = Duration.seconds(30)
  /// The share of a budget after which a run is told that it will end, if it asked for that.
  package var earlySignalShare = 0.9
  /// The share of a budget that heat leaves, of those that follow the device.
  package var fairHeatBudgetShare = 0.5
  /// Crashes of one step that quarantine its request.
  package var crashesThatQuarantine = 5
  /// The longest that a command may record for its next start, in bytes.
  package var longestCheckpoint = 16_384
  package var stepsPerTask = 100
  /// First delay after a failure unless another was asked for, and the shortest and longest that any
  /// may be (Android's JobInfo).
  package var firstBackoff = Duration.seconds(30)
  package var shortestBackoff = Duration.seconds(10)
  package var longestBackoff = Duration.hours(5)
  /// Wakes in a row that an app has not completed, behind which they come at longer intervals, as those of HealthKit do: at
  /// first so long, twice as long each time, and no longer than that.
  package var wakesWithoutCompletion = 3
  package var observerBackoff = Duration.hours(1)
  package var longestObserverBackoff = Duration.days(1)

  /// Tiers of engagement and what each may use.
  package var quotas = QuotaSettings()
  /// When an app that overruns is barred.
  package var reliability = ReliabilitySettings()

  /// Requests that one user may have waiting.
  package var requestsPerUser = 1000
  /// Bytes of the texts of one request (its command with environment, first of all), of what one app
  /// declares, and of all requests and apps of one user. The first is twice the longest argument that
  /// the kernel takes (MAX_ARG_STRLEN, execve(2)).
  package var longestRequest = 262_144
  package var longestApp = 65_536
  package var bytesPerUser = 33_554_432
  /// Requests of these kinds that one app may have waiting (Apple's BGTaskScheduler).
  package var refreshesPerApp = 1
  package var processingPerApp = 10
  /// How often one user may submit; Android takes 250 a minute. The user that the daemon runs as may
  /// always.
  package var submitRates = [
    SubmitRate(count: 250, within: .minutes(1)), SubmitRate(count: 1000, within: .minutes(5)),
  ]
  /// A window shorter than this, and a refresh whose median run is longer, are warned of.
  package var shortWindow = Duration.minutes(15)
  package var longRefresh = Duration.seconds(10)
  /// Apps that one user may register.
  package var appsPerUser = 500
  /// The latest date of a command without a kind.
  package var defaultLatest = Duration.days(3)
  /// A line for the shell that is run, as the owner of the request, for failures and missed latest dates of requests that
  /// name nothing for them; `nil` runs none. Tasks of apps have none: the app hears of their end.
  package var onFailureCommand: String?
  /// How long after its latest date a request is reported as overdue that still waits: it may be about to start, once
  /// the device was looked at, a slot is free or the boot is over.
  package var overdueDelay = Duration.minutes(15)
  package var shortestPeriod = Duration.minutes(1)
  package var shortestFlex = Duration.minutes(1)
  /// The share of an interval that lies between two runs of periodic work (Apple's default delay,
  /// `xpc/activity.h`), and the longest that lies between them.
  package var restShare = 0.5
  package var longestRest = Duration.days(366)
  /// The furthest date, longest interval and longest delay.
  package var horizon = Horizon.usual
  package var longestGrace = Duration.seconds(60)
  /// That of a unit of systemd, which has a stop timeout of its own.
  package var longestUnitGrace = Duration.hours(1)

  /// Changes of the device, and runs, that are remembered to explain why something has waited: a day
  /// or two of a phone that is plugged in and out fifty times a day.
  package var rememberedDeviceChanges = 512
  package var rememberedRuns = 256

  /// How long a run is on record after its end, and how many runs of one request are. The newest stays in any case.
  package var history = Duration.days(90)
  package var historyRuns = 1000
  /// Bytes of output that the runs of one user leave which are children of the daemon. That of the newest run of a queued
  /// request stays in any case.
  package var directOutput = 256 << 20

  /// Never but in tests: requests do not hear of changes of their apps. It is a bug to be found.
  package var overlooksApps = false
  /// Never but in tests: what joins the queue is put in front of its equals. It is a bug to be found.
  package var queuesInFront = false

  package init() {}

  /// The dates that may be named, in words.
  package var dates: String { "at most \(Int(bounded: horizon.seconds) / 86400) days from now" }

  package func rules(of kind: Kind) -> KindRules {
    switch kind {
    case .refresh: refresh
    case .processing: processing
    case .push: push
    case .maintenance: maintenance
    case .utility: utility
    case .userInitiated: userInitiated
    }
  }

  /// How many requests of a kind one app may have waiting; nil is as many as its user.
  package func requestsPerApp(of kind: Kind) -> Int? {
    switch kind {
    case .refresh: refreshesPerApp
    case .processing: processingPerApp
    case .push, .maintenance, .utility, .userInitiated: nil
    }
  }

  package func runsAtOnce(in kinds: KindRules.ConcurrencyClass) -> Int {
    switch kinds {
    case .app: appRunsAtOnce
    case .processing: processingRunsAtOnce
    case .maintenance: maintenanceRunsAtOnce
    case .utility: utilityRunsAtOnce
    case .userInitiated: userInitiatedRunsAtOnce
    }
  }

  /// How long after the beginning of a run of periodic work the next may begin at the earliest.
  package func rest(in every: Duration) -> Duration {
    let share = (Double(every.nanoseconds) * restShare).rounded()
    return min(.nanoseconds(Int64(bounded: share)), longestRest)
  }
}
