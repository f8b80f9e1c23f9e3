import Scheduling
import Simulation

/// A simulated phone: 200 apps, a few of them opened many times a day and most of them rarely, about a hundred opens a
/// day, a charger at night, Wi-Fi at home and at work.
struct Phone {
  static let apps = 200
  /// The first of January 2026.
  static let firstDay = 20454

  private var generator = SeededGenerator(seed: 1)
  /// The probability that an open is of an app up to each, by hour of the day.
  private let shares: [[Double]]

  init() {
    var generator = SeededGenerator(seed: 2)
    let favourites = (0..<Self.apps).map { _ in Int(generator.share() * 24) }
    shares = (0..<24).map { hour in
      var sum = 0.0
      return favourites.enumerated().map { app, favourite in
        let apart = abs(favourite - hour)
        let fondness = max(0.2, 3 - Double(min(apart, 24 - apart)))
        sum += fondness / Double(app + 2)
        return sum
      }
    }
  }

  var names: [String] { (0..<Self.apps).map { "org.example.app\($0)" } }

  /// Returns the events of these days, in the order of time.
  mutating func live(_ days: Range<Int>) -> [TimelineStep] {
    days.flatMap { day -> [TimelineStep] in
      let midnight = WallTime(day: Self.firstDay + day)
      let (wakes, sleeps) = (minutes(405...445), minutes(1365...1410))
      let steps =
        use(from: wakes, to: sleeps) + power(from: wakes, to: sleeps) + Self.networks
      // Events at the same moment keep their order.
      return steps.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
        .map { TimelineStep(at: midnight + $0.element.at, happening: $0.element.happening) }
    }
  }

  /// An event, by its time after midnight.
  private typealias Cue = (at: Duration, happening: TimelineStep.TimelineEvent)

  private mutating func minutes(_ range: ClosedRange<Int>) -> Duration {
    generator.duration(in: .minutes(range.lowerBound)...(.minutes(range.upperBound)))
  }

  private static let networks: [Cue] = [
    (.minutes(480), cellular), (.minutes(520), wifi), (.minutes(1035), cellular),
    (.minutes(1080), wifi),
  ]
  private static let wifi = TimelineStep.TimelineEvent.device([.network(.wifi), .metered(false)])
  private static let cellular = TimelineStep.TimelineEvent.device([
    .network(.cellular), .metered(true),
  ])

  /// Returns the uses of the phone: about 45 times a day the user takes the phone and opens one or more apps.
  private mutating func use(from wakes: Duration, to sleeps: Duration) -> [Cue] {
    var cues: [Cue] = []
    var time = wakes
    while time < sleeps {
      cues.append((time, .device([.screen(isOn: true), .locked(false), .idle(false)])))
      repeat {
        let app = app(at: Int(time.seconds / 3600) % 24)
        cues.append((time, .opened(app)))
        time += generator.duration(in: .seconds(10)...(.seconds(150)))
        cues.append((time, .closed(app)))
      } while generator.share() < 0.55
      cues.append((time, .device([.screen(isOn: false), .locked(true), .idle(true)])))
      time += minutes(3...37)
    }
    return cues
  }

  private mutating func app(at hour: Int) -> Int {
    let share = generator.share() * (shares[hour].last ?? 0)
    return shares[hour].firstIndex { $0 > share } ?? 0
  }

  /// Returns the events of the battery: on the charger at night, and from full to about a third by day, in steps of one
  /// percent.
  private mutating func power(from wakes: Duration, to sleeps: Duration) -> [Cue] {
    var cues: [Cue] = [(wakes - .minutes(5), .device([.power(.battery)]))]
    let percent = (sleeps - wakes) / 68
    for used in 1...68 { cues.append((wakes + percent * used, .device([.battery(100 - used)]))) }
    let plugged = sleeps + .minutes(5)
    cues.append((plugged, .device([.power(.ac)])))
    let room = (.hours(24) - plugged) / 70
    for gained in 1...68 {
      cues.append((plugged + room * gained, .device([.battery(32 + gained)])))
    }
    return cues
  }
}
