/// The forecast of the device: its habits, and the predictions for each gate.
///
/// After a failed commit, learned habits stay, since their events are not reported again.
struct ForecastModel: Sendable {
  private let settings: Shared<Settings>
  private(set) var habit: DeviceHabit
  /// The habit at the start of the present hour, the basis for the forecast of the hour.
  private var basis: DeviceHabit
  private var hour: LocalTime?
  /// The forecast of the hour, once it was requested; it contains `nil` while too little is known.
  private var made: DeviceForecast??
  private var outlooks: [GateProfile: ForecastDistribution] = [:]
  private var saved = SaveThrottle()

  private static let outlooksKept = 256

  /// Restores a stored habit, if it is readable.
  init(_ learned: Learned?, at now: Instant, settings: Shared<Settings>) {
    self.settings = settings
    habit = learned.flatMap { DeviceHabit(bytes: $0.bytes) } ?? DeviceHabit()
    habit.resume(at: now, settings: settings.value)
    basis = habit
  }

  /// Returns the state after a failed commit: unsaved habits are saved again.
  func reloaded() -> ForecastModel {
    var forecastModel = self
    forecastModel.saved = SaveThrottle()
    return forecastModel
  }

  /// Observes the device in `state`, on clocks `zoneSeconds` ahead of UTC. Called at each event: it costs little if
  /// nothing has changed.
  mutating func observe(_ state: DeviceState, at now: Instant, zoneSeconds: Int) {
    // A local reference, so that the settings are not copied during the mutation.
    let settings = settings
    habit.observe(state, at: now, zoneSeconds: zoneSeconds, settings: settings.value)
    let hour = LocalTime(now.wall, zoneSeconds: zoneSeconds).startOfHour
    guard hour != self.hour else { return }
    self.hour = hour
    basis = habit
    made = nil
    outlooks = [:]
  }

  /// Saves the device's habits, unless they were saved recently.
  mutating func save(at now: Instant, after interval: Duration) -> FollowUp {
    guard saved.isDue(Learned.device, at: now.wall, after: interval) else { return FollowUp() }
    let bytes = habit.settled(at: now, settings: settings.value).bytes
    return FollowUp(effects: [.change(.learn(Learned(name: Learned.device, bytes: bytes)))])
  }

  /// The forecast of this hour; `nil` while too little is known.
  var forecast: DeviceForecast? {
    made ?? DeviceForecast(basis, settings: settings.value)
      ?? DeviceForecast(usualFor: basis, settings: settings.value)
  }

  /// Keeps the forecast for reuse, since making it costs a fraction of a millisecond.
  mutating func prepare() {
    if made == nil { made = .some(forecast) }
  }

  /// Returns the distribution for the gates of `profile`; `nil` if it is not known yet.
  func distribution(of profile: GateProfile) -> ForecastDistribution? { outlooks[profile] }

  mutating func keep(_ distribution: ForecastDistribution, of profile: GateProfile) {
    if outlooks.count >= Self.outlooksKept { outlooks = [:] }
    outlooks[profile] = distribution
  }
}
