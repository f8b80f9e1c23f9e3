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

  /// Creates the model from the stored habits of the device, or from empty ones if there are none or they are
  /// unreadable.
  init(_ learned: Learned?, at now: Instant, settings: Shared<Settings>) {
    self.settings = settings
    habit = learned.flatMap { DeviceHabit(bytes: $0.bytes) } ?? DeviceHabit()
    habit.resume(at: now, settings: settings.value)
    basis = habit
  }

  /// Returns the model after a failed commit: it keeps its habits, which are due to be saved again.
  func reloaded() -> ForecastModel {
    var forecastModel = self
    forecastModel.saved = SaveThrottle()
    return forecastModel
  }

  /// Learns that the device is in `state`, on clocks `zoneSeconds` ahead of UTC. In each new hour, also drops the
  /// forecasts made from older habits. Called at each event: it costs little if nothing has changed.
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

  /// Returns the change that saves the device's habits; empty if they were saved within `interval`.
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

  /// Caches the distribution of `profile`. A full cache is cleared before.
  mutating func keep(_ distribution: ForecastDistribution, of profile: GateProfile) {
    if outlooks.count >= Self.outlooksKept { outlooks = [:] }
    outlooks[profile] = distribution
  }
}
