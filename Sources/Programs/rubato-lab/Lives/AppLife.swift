import Control
import Report
import Scheduling
import Simulation
import Verbs

/// The life of a device with an app: the events of both, in the order of time.
struct AppLife {
  private let daemon: PrivateDaemon
  private let app: LivingApp
  /// The place of its user's app in the timeline.
  private let userApp: Int
  private let timeline: Timeline
  private var device: (any ReactiveDevice)?
  private(set) var moments: [DeviceMoment] = []
  private(set) var visits: [Range<WallTime>] = []
  private(set) var runs: [Int64: RunInfo] = [:]
  private var opened: WallTime?

  /// Prepares the life of an app, whose opens and closes are those of one app of the timeline.
  ///
  /// - Parameter user: The name of that app of the timeline; `nil` is the first.
  init(
    _ experiment: Experiment, user: String?, of app: LivingApp, on daemon: PrivateDaemon
  ) throws(Failure) {
    timeline = experiment.timeline
    device = experiment.device
    self.app = app
    self.daemon = daemon
    guard let user else {
      self.userApp = 0
      return
    }
    guard let place = timeline.apps.firstIndex(of: user) else {
      throw .refused(
        "--user '\(user)' is not an app of the scenario or trace; use one of:"
          + " \(timeline.apps.joined(separator: ", "))")
    }
    self.userApp = place
  }

  /// Applies all events of the timeline, closes the app at the end, and reads the runs. `progress` receives the played
  /// share, 0 to 1.
  mutating func play(progress: (Double) -> Void) throws(Failure) {
    let whole = max(1, (timeline.ends - timeline.starts).seconds)
    for step in timeline.steps where step.at <= timeline.ends {
      try advanceTime(to: step.at)
      try apply(step)
      progress((step.at - timeline.starts).seconds / whole)
    }
    try advanceTime(to: timeline.ends)
    try closeApp(at: timeline.ends)
    try readRuns()
  }

  // MARK: Time

  /// Advances the device and the daemon's clock to `end`, and reports the changes that the device makes on its own.
  private mutating func advanceTime(to end: WallTime) throws(Failure) {
    while let next = nextChange(), next < end {
      try report(device?.advance(to: next, under: DeviceLoad()) ?? [], at: next)
    }
    try report(device?.advance(to: end, under: DeviceLoad()) ?? [], at: end)
    try advanceClock(to: end)
  }

  /// Returns the time of the device's next own change; `nil` if there is none.
  private func nextChange() -> WallTime? {
    guard let delay = device?.nextChange(under: DeviceLoad()) else { return nil }
    return (deviceTime ?? timeline.starts) + delay
  }

  /// The day on which runs were last read.
  private var lastReadDay = 0

  /// The device's present time; `nil` before the first change.
  private var deviceTime: WallTime?

  /// Advances the clock to `moment`, reports the values of the device to the daemon, and keeps them for the page.
  private mutating func report(_ values: [DeviceValue], at moment: WallTime) throws(Failure) {
    deviceTime = max(deviceTime ?? moment, moment)
    guard !values.isEmpty else { return }
    try advanceClock(to: moment)
    _ = try daemon.session.call(
      SetDevice(
        values: Dictionary(values.map { ($0.key.text, $0.word) }, uniquingKeysWith: { $1 })))
    moments.append(DeviceMoment(at: moment, values: values))
  }

  /// Advances the daemon's clock to `moment`, unless a continuing task has advanced it further already. Reads the runs
  /// once a day.
  private mutating func advanceClock(to moment: WallTime) throws(Failure) {
    guard let now = UniversalTime.parse(try daemon.session.call(GetClock()).now), now < moment
    else { return }
    _ = try daemon.session.call(AdvanceClock(to: UniversalTime.text(moment)), takesLong: true)
    // The daemon does not keep runs for ever.
    guard moment.day() > lastReadDay else { return }
    lastReadDay = moment.day()
    try readRuns()
  }

  /// Reads the ended runs of the app from the daemon.
  private mutating func readRuns() throws(Failure) {
    for run in try app.runs() { runs[run.run] = run }
  }

  // MARK: Events

  /// Applies an event of the timeline to the device and the app. Events of other apps and changes of the time zone are
  /// ignored: the daemon keeps the zone of its start.
  private mutating func apply(_ step: TimelineStep) throws(Failure) {
    // `userApp` is the number of the simulated app: the cases with it match only the events of that app.
    switch step.happening {
    case .device(let values):
      device?.apply(values)
      try report(values, at: step.at)
    case .opened(userApp): try openApp(at: step.at)
    case .closed(userApp): try closeApp(at: step.at)
    case .forceQuit(userApp):
      try closeApp(at: step.at)
      try app.forceQuit()
    case .refreshSwitched(userApp, let on): try app.report(on ? "refreshOn" : "refreshOff")
    case .gap: try report(DeviceState().values, at: step.at)
    case .sleep:
      throw .refused(
        "this device sleeps, and the machine that the app runs on does not; use a scenario without `sleep`"
      )
    case .opened, .closed, .forceQuit, .refreshSwitched, .zone: break
    }
  }

  /// Opens the app for its user, unless it is open.
  private mutating func openApp(at moment: WallTime) throws(Failure) {
    guard opened == nil else { return }
    opened = moment
    try app.open()
  }

  /// Closes the app for its user, and records the visit. Does nothing if the app is not open.
  private mutating func closeApp(at moment: WallTime) throws(Failure) {
    guard let since = opened else { return }
    opened = nil
    visits.append(since..<max(since, moment))
    try app.close()
  }
}
