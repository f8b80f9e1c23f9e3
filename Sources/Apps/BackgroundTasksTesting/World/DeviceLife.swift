import Scheduling
import Simulation

/// The simulated life of a device and its user, which continues while time passes on a bench.
public struct DeviceLife: Sendable {
  private enum Sort: Sendable {
    case still, everyday
    case drawn(DrawnLife)
    case variant(BenchVariant)
  }

  private let sort: Sort
  /// The number of times a day that the user opens the app.
  public var opensPerDay = 4
  /// The number of other uses of the device a day.
  public var usesPerDay = 30
  /// Whether the device charges from 22:45 to 6:45.
  public var chargesAtNight = true
  /// Whether the device has only cellular on weekdays from 8:00 to 18:30.
  public var isAwayOnWeekdays = true
  /// The battery level at the start, in percent.
  public var battery = 80
  /// Whether low-power mode is switched on at 20 percent.
  public var savesPowerWhenLow = true
  /// The factor by which work that a test sets (`Bench.work(_:takes:)`) takes longer on this device; an old phone can
  /// have 2. At least 0.1.
  public var slowness = 1.0
  /// The seed of the random choices in its habits: the same seed gives the same life.
  public var seed: UInt64 = 1

  private init(_ sort: Sort) {
    self.sort = sort
  }

  init(_ drawn: DrawnLife) { sort = .drawn(drawn) }

  /// The start and the end of the life; `nil` if it has none.
  var range: Range<WallTime>? { if case .drawn(let drawn) = sort { drawn.range } else { nil } }

  /// Whether the life has days of a user.
  var hasDays: Bool { if case .still = sort { false } else { true } }

  /// The start of the life; `nil` if it can start at any time.
  var start: WallTime? {
    switch sort {
    case .still, .everyday: nil
    case .drawn(let drawn): drawn.range.lowerBound
    case .variant(let variant): variant.user.scenario(chapter: 0).range().lowerBound
    }
  }

  /// A life without events: the device is plugged in and full, on Wi-Fi and cool, and its user is away.
  public static let still = DeviceLife(.still)

  /// Returns a phone in daily use, at home and away, charged at night, with a draining battery and heat.
  public static func everyday(opensPerDay: Int = 4, seed: UInt64 = 1) -> DeviceLife {
    var life = DeviceLife(.everyday)
    life.opensPerDay = opensPerDay
    life.seed = seed
    return life
  }

  /// Returns the life of a variant of a matrix: its device with its user, from Monday, 2 March 2026 on. The properties
  /// of the life, such as `opensPerDay`, have no effect.
  public static func variant(_ variant: BenchVariant) -> DeviceLife {
    var life = DeviceLife(.variant(variant))
    life.slowness = variant.device.slowness
    return life
  }

  /// A part of a life, computed in advance.
  struct Chapter {
    let number: UInt64
    /// The device values at its start, in addition to its steps.
    var initial: [DeviceValue] = []
    /// The values that follow from the device's use; `nil` if there are none.
    var physics: DevicePhysics?
    /// The start of the next chapter; `nil` if there is none.
    var ends: WallTime?
    /// The future steps, the next one last.
    var steps: [TimelineStep] = []

    var nextMoment: WallTime? { earlier(steps.last?.at, ends) }

    /// Removes and returns the next step if it is due at `now`; `nil` if it is not.
    mutating func nextStep(at now: WallTime) -> TimelineStep? {
      guard let step = steps.last, step.at <= now else { return nil }
      return steps.removeLast()
    }

    /// Returns the earlier of two times. If one is `nil`, returns the other.
    private func earlier(_ one: WallTime?, _ other: WallTime?) -> WallTime? {
      guard let one, let other else { return one ?? other }
      return min(one, other)
    }
  }

  /// Long enough for most tests, and quick to compute.
  private static let length = Duration.days(14)

  /// Computes a chapter, a part of a life that is computed in advance. An everyday life has chapters of two weeks, and
  /// a variant of four; a life from a scenario and a still one have a single chapter without an end.
  ///
  /// - Parameters:
  ///   - number: The number of the chapter, from 0.
  ///   - battery: The battery level in percent; `nil` for the level of the start.
  func chapter(_ number: UInt64, from start: WallTime, battery: Int? = nil) -> Chapter {
    var chapter = Chapter(number: number)
    // A life from a scenario. The last step is first, so that steps can be removed from the end as time passes.
    if case .drawn(let scenarioLife) = sort {
      chapter.steps = scenarioLife.steps.reversed()
      chapter.physics = scenarioLife.physics
      return chapter
    }
    if case .variant(let variant) = sort {
      return variant.chapter(number, battery: battery)
    }
    // A still life has only values at its start.
    guard case .everyday = sort else {
      let fields: [DeviceField] = [
        .charging(true), .battery(100), .network(.wifi), .heat(.nominal), .lowPowerMode(false),
        .inUse(false),
      ]
      chapter.initial = fields.flatMap(\.values)
      return chapter
    }
    // The battery keeps the level of the chapter before.
    var life = self
    life.battery = battery ?? self.battery
    // Each chapter has other random choices.
    let simulatedLife = life.scenario(from: start).life(seed: seed &+ number)
    chapter.steps = simulatedLife.timeline.steps.reversed()
    chapter.physics = simulatedLife.physics
    chapter.ends = start + Self.length
    return chapter
  }

  /// Returns the scenario of a chapter from `start`: two weeks of this device, and of a user who opens one app, in UTC.
  private func scenario(from start: WallTime) -> Scenario {
    let civil = CivilTime(universalSeconds: start.nanoseconds / 1_000_000_000)
    var scenario = Scenario(
      name: "everyday", start: civil, length: Self.length, clock: LocalClock(secondsFromUTC: 0))
    scenario.device = device
    var app = AppModel(name: "app")
    app.opens = [rhythm(opensPerDay, stay: .minutes(1)...(.minutes(4)))]
    scenario.apps = [app]
    return scenario
  }

  /// The model of a phone that is charged at night and is away on weekdays, as far as this life says so.
  private var device: DeviceModel {
    var model = DeviceModel()
    var battery = BatteryModel()
    battery.level = min(100, max(0, self.battery))
    battery.rescuedAt = 10
    model.battery = battery
    model.heat = HeatModel()
    model.lowPower = savesPowerWhenLow ? .whenLow : .always(false)
    if chargesAtNight {
      // A chapter may begin in the night.
      model.plugged = [
        period(.hours(22) + .minutes(45), .hours(8), jitter: .minutes(20)),
        DailyPeriod(from: DayTime(day: 0, .zero), length: .hours(6) + .minutes(45)),
      ]
    }
    model.places = [place("home", .wifi), place("away", .cellular)]
    if isAwayOnWeekdays {
      var work = period(.hours(8), .hours(10) + .minutes(30), jitter: .minutes(15))
      work.habit.weekdays = Set(0...4)
      model.stays = [DeviceModel.Stay(place: 1, period: work)]
    }
    model.use = [rhythm(usesPerDay, stay: .seconds(15)...(.minutes(2)))]
    return model
  }

  /// Returns a place with this network. A cellular network is metered.
  private func place(_ name: String, _ network: Scheduling.Network) -> DeviceModel.Place {
    var place = DeviceModel.Place(name: name)
    place.network = network
    place.isMetered = network == .cellular
    return place
  }

  /// Returns a period that recurs each day.
  ///
  /// - Parameters:
  ///   - from: The usual start, counted from midnight.
  ///   - jitter: The largest deviation from the start.
  private func period(
    _ from: Duration, _ length: Duration, jitter: Duration
  ) -> DailyPeriod {
    var habit = Habit()
    habit.jitter = jitter
    return DailyPeriod(from: DayTime(from), length: length, habit)
  }

  /// Returns the habit of an activity that occurs so many times a day between 7:00 and 22:00, each for a time in
  /// `stay`.
  private func rhythm(_ times: Int, stay: ClosedRange<Duration>) -> Rhythm {
    Rhythm(
      .often(Double(max(0, times)), between: DayTime(.hours(7)), length: .hours(15)), stay: stay,
      Habit())
  }
}
