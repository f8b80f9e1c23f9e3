/// The forecast of the device: its habits, and the predictions for each gate.
///
/// After a failed commit, learned habits stay, since their events are not reported again.
struct ForecastModel: Sendable {
  private let settings: Shared<Settings>
  private(set) var habit: DeviceHabit
  /// The habit at the start of the present hour, from which the forecast of the hour is made.
  @Apart private var habitOfHour: DeviceHabit
  private var hour: LocalTime?
  /// The forecast of the hour; `nil` while too little is known, or if it is not cached.
  private var cachedForecast: DeviceForecast?
  /// Whether `cachedForecast` was made in this hour.
  private var isForecastCached = false
  private var distributions: [GateProfile: ForecastDistribution] = [:]
  private var saved = SaveThrottle()

  /// The most distributions kept: requests can have endlessly many profiles.
  private static let mostDistributions = 256

  /// Creates the model from the stored habits of the device, or from empty ones if there are none or they are
  /// unreadable.
  init(_ learned: Learned?, at now: Instant, settings: Shared<Settings>) {
    self.settings = settings
    habit = learned.flatMap { DeviceHabit(bytes: $0.bytes) } ?? DeviceHabit()
    habit.resume(at: now, settings: settings.value)
    habitOfHour = habit
  }

  /// Returns the model after a failed commit: it keeps its habits, which are due to be saved again.
  func reloaded() -> ForecastModel {
    var forecastModel = self
    forecastModel.saved = SaveThrottle()
    return forecastModel
  }

  /// Learns the present state of `device`, on clocks `zoneSeconds` ahead of UTC. In each new hour, also drops the
  /// forecasts made from older habits. Called at each event: it costs little if nothing has changed.
  mutating func observe(_ device: Shared<DeviceView>, at now: Instant, zoneSeconds: Int) {
    // A local reference, so that the settings are not copied during the mutation.
    let settings = settings
    habit.observe(
      device.value.raw, at: now, zoneSeconds: zoneSeconds, settings: settings.value)
    let hour = LocalTime(now.wall, zoneSeconds: zoneSeconds).startOfHour
    guard hour != self.hour else { return }
    self.hour = hour
    habitOfHour = habit
    cachedForecast = nil
    isForecastCached = false
    distributions = [:]
  }

  /// Returns the change that saves the device's habits; empty if they were saved within `interval`.
  mutating func save(at now: Instant, after interval: Duration) -> FollowUp {
    guard saved.isDue(at: now.wall, after: interval) else { return FollowUp() }
    let (habit, settings) = (habit, settings)
    let learned = Learned(name: Learned.device) {
      habit.settled(at: now, settings: settings.value).bytes
    }
    return FollowUp(effects: [.change(.learn(learned))])
  }

  /// The forecast of this hour; `nil` while too little is known.
  var forecast: DeviceForecast? {
    if isForecastCached { return cachedForecast }
    // It is made of the device's own habits, or of usual ones while little is known of them.
    return DeviceForecast(habitOfHour, settings: settings.value)
      ?? DeviceForecast(usualFor: habitOfHour, settings: settings.value)
  }

  /// Keeps the forecast of this hour for reuse, since making it costs a fraction of a millisecond.
  mutating func cacheForecast() {
    if isForecastCached { return }
    cachedForecast = forecast
    isForecastCached = true
  }

  /// Returns the distribution for the gates of `profile`; `nil` if it is not known yet.
  func distribution(of profile: GateProfile) -> ForecastDistribution? { distributions[profile] }

  /// Caches the distribution of `profile`. A full cache is cleared before.
  mutating func keep(_ distribution: ForecastDistribution, of profile: GateProfile) {
    if distributions.count >= Self.mostDistributions { distributions = [:] }
    distributions[profile] = distribution
  }
}
