/// What is foreseen of the device: its habits, and what follows from them for each gate.
///
/// After a commit that failed what was learned stays, since nobody tells it again.
struct ForecastModel: Sendable {
  private let settings: Shared<Settings>
  private(set) var habit: DeviceHabit
  /// The habit as it was when the present hour began, of which the forecast of the hour is made.
  private var basis: DeviceHabit
  private var hour: LocalTime?
  /// The forecast of the hour, once somebody has asked for it: nil in it while too little is known.
  private var made: DeviceForecast??
  private var outlooks: [GateProfile: ForecastDistribution] = [:]
  private var saved = SaveThrottle()

  private static let outlooksKept = 256

  /// Goes on with what a store kept, if that can be read.
  init(_ learned: Learned?, at now: Instant, settings: Shared<Settings>) {
    self.settings = settings
    habit = learned.flatMap { DeviceHabit(bytes: $0.bytes) } ?? DeviceHabit()
    habit.resume(at: now, settings: settings.value)
    basis = habit
  }

  /// As it is after a commit that failed: what was to be saved with it is saved again.
  func reloaded() -> ForecastModel {
    var forecastModel = self
    forecastModel.saved = SaveThrottle()
    return forecastModel
  }

  /// The device is in `state`, on clocks `zoneSeconds` ahead of UTC. To be told at each event: it
  /// costs little where nothing has changed.
  mutating func observe(_ state: DeviceState, at now: Instant, zoneSeconds: Int) {
    // Held here, so that they are not copied while this changes.
    let settings = settings
    habit.observe(state, at: now, zoneSeconds: zoneSeconds, settings: settings.value)
    let hour = LocalTime(now.wall, zoneSeconds: zoneSeconds).startOfHour
    guard hour != self.hour else { return }
    self.hour = hour
    basis = habit
    made = nil
    outlooks = [:]
  }

  /// Has the store keep what is known of the device's habits, unless it did so lately.
  mutating func save(at now: Instant, after interval: Duration) -> FollowUp {
    guard saved.isDue(Learned.device, at: now.wall, after: interval) else { return FollowUp() }
    let bytes = habit.settled(at: now, settings: settings.value).bytes
    return FollowUp(effects: [.change(.learn(Learned(name: Learned.device, bytes: bytes)))])
  }

  /// What is foreseen in this hour; nil while too little is known.
  var forecast: DeviceForecast? {
    made ?? DeviceForecast(basis, settings: settings.value)
      ?? DeviceForecast(usualFor: basis, settings: settings.value)
  }

  /// Remembers it, since it costs a fraction of a millisecond.
  mutating func prepare() {
    if made == nil { made = .some(forecast) }
  }

  /// The distribution behind the gates of `profile`, if one is known already.
  func distribution(of profile: GateProfile) -> ForecastDistribution? { outlooks[profile] }

  mutating func keep(_ distribution: ForecastDistribution, of profile: GateProfile) {
    if outlooks.count >= Self.outlooksKept { outlooks = [:] }
    outlooks[profile] = distribution
  }
}
