import Scheduling

@testable import Simulation

/// A phone that has everything in which devices can differ.
enum Phone {
  static var scenario: Scenario {
    // A Monday.
    var scenario = Scenario(
      name: "phone", start: CivilTime(year: 2026, month: 3, day: 2), length: .days(7),
      clock: LocalClock(secondsFromUTC: 0))
    scenario.device = device
    scenario.apps = [news, others]
    return scenario
  }

  static let night = DailyPeriod(from: DayTime(.hours(22)), length: .hours(8))
  static let atWork = DailyPeriod(from: DayTime(.hours(8)), length: .hours(10))

  private static var device: DeviceModel {
    var device = DeviceModel()
    device.battery = BatteryModel()
    device.heat = HeatModel()
    device.plugged = [night]
    var home = DeviceModel.Place(name: "home")
    home.network = .wifi
    var away = DeviceModel.Place(name: "away")
    away.network = .cellular
    device.places = [home, away]
    device.stays = [DeviceModel.Stay(place: 1, period: atWork)]
    device.use = [often(10)]
    return device
  }

  private static func often(_ times: Double) -> Rhythm {
    Rhythm(
      .often(times, between: DayTime(.hours(7)), length: .hours(15)),
      stay: .minutes(1)...(.minutes(2)))
  }

  private static var news: AppModel {
    var app = AppModel(name: "news")
    app.opens = [Rhythm(.at(DayTime(.hours(7))), stay: .minutes(2)...(.minutes(2))), often(4)]
    var terms = TaskTerms(kind: .refresh)
    terms.earliest = .minutes(15)
    app.tasks = [
      ModelTask(
        id: "refresh", terms: terms, arrival: .firstOpen, resubmits: .minutes(15),
        work: ModelWork(length: .uniform(.seconds(2)...(.seconds(8)))))
    ]
    return app
  }

  private static var others: AppModel {
    var app = AppModel(name: "other")
    app.count = 5
    app.opens = [often(12)]
    return app
  }
}
