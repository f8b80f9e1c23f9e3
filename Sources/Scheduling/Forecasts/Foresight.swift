/// What is foreseen of the device: its habits, and what follows from them for each gate.
struct Foresight: Sendable {
  private(set) var habit: DeviceHabit
  /// The habit as it was when the present hour began, of which the forecast of the hour is made.
  private var basis: DeviceHabit
  private var hour: LocalTime?
  /// The forecast of the hour, once somebody has asked for it: nil in it while too little is known.
  private var made: DeviceForecast??
  private var outlooks: [GateProfile: Outlook] = [:]

  private static let outlooksKept = 256

  /// Goes on with what a store kept, if that can be read.
  init(_ learned: Learned?, at now: Instant, settings: Settings) {
    habit = learned.flatMap { DeviceHabit(bytes: $0.bytes) } ?? DeviceHabit()
    habit.resume(at: now, settings: settings)
    basis = habit
  }

  /// The device is in `state`, on clocks `zoneSeconds` ahead of UTC. To be told at each event: it
  /// costs little where nothing has changed.
  mutating func observe(
    _ state: DeviceState, at now: Instant, zoneSeconds: Int, settings: Settings
  ) {
    habit.observe(state, at: now, zoneSeconds: zoneSeconds, settings: settings)
    let hour = LocalTime(now.wall, zoneSeconds: zoneSeconds).startOfHour
    guard hour != self.hour else { return }
    self.hour = hour
    basis = habit
    made = nil
    outlooks = [:]
  }

  /// What is foreseen in this hour; nil while too little is known.
  func forecast(_ settings: Settings) -> DeviceForecast? {
    made ?? DeviceForecast(basis, settings: settings)
  }

  /// The same, and remembers it: it costs a fraction of a millisecond.
  mutating func prepare(_ settings: Settings) {
    if made == nil { made = .some(forecast(settings)) }
  }

  /// What a store is to keep.
  func learned(at now: Instant, settings: Settings) -> Learned {
    Learned(name: Learned.device, bytes: habit.settled(at: now, settings: settings).bytes)
  }

  /// The outlook behind the gate of `profile`, if one is known already.
  func outlook(of profile: GateProfile) -> Outlook? { outlooks[profile] }

  mutating func keep(_ outlook: Outlook, of profile: GateProfile) {
    if outlooks.count >= Self.outlooksKept { outlooks = [:] }
    outlooks[profile] = outlook
  }
}
