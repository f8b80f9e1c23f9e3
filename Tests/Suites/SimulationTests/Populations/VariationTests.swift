import Scheduling
import Testing

@testable import Simulation

/// The effect of each trait on a scenario.
struct VariationTests {
  private func varied(
    _ traits: [DeviceTrait: Double], seed: UInt64 = 1, _ change: (inout Scenario) -> Void = { _ in }
  ) -> Scenario {
    var all = DeviceTraits.neutral
    for (trait, value) in traits { all[trait] = value }
    var scenario = Phone.scenario
    change(&scenario)
    return scenario.varied(by: all, seed: seed)
  }

  private func opensPerDay(_ scenario: Scenario) -> [Double] {
    scenario.apps.map { app in
      app.opens.reduce(0) { sum, rhythm in
        if case .often(let times, _, _) = rhythm.times { sum + times } else { sum }
      }
    }
  }

  // MARK: Device

  @Test func aWornBatteryHoldsLessAndAHungryDeviceDrainsIt() {
    let device = varied([.batteryHealth: 0.8, .batteryDrain: 2]).device
    #expect(device.battery?.health == 0.8)
    #expect(device.battery?.screenOnDrain == 24 && device.battery?.asleepDrain == 0.6)
  }

  @Test func aSlowDeviceIsSlowerThanTheScenarioSays() {
    let scenario = varied([.slowness: 2]) { $0.device.slowness = 1.5 }
    #expect(scenario.device.slowness == 3)
  }

  @Test func aWarmPlaceAndAWarmDeviceAddUp() {
    let device = varied([.ambient: 4, .heat: 1.5]).device
    #expect(device.places.map(\.ambient) == [25, 25])
    #expect(device.heat?.screen == 6 && device.heat?.charging == 7.5)
  }

  // MARK: Charger

  @Test func someChargeLaterLongerLessPunctuallyAndLessSurely() throws {
    let device = varied([
      .chargerShift: 1800, .chargerLength: 0.5, .chargerJitter: 600, .chargerForgotten: 0.25,
    ]).device
    let night = try #require(device.plugged.first)
    #expect(night.from.afterMidnight == .minutes(22 * 60 + 30) && night.length == .hours(4))
    #expect(night.habit.jitter == .minutes(10) && night.habit.chance == 0.75)
    #expect(device.stays == Phone.scenario.device.stays)
  }

  @Test func noNightOnTheChargerLastsADay() throws {
    let night = try #require(varied([.chargerLength: 9]).device.plugged.first)
    #expect(night.length == .hours(23))
  }

  // MARK: Days

  @Test func everythingIsEarlierForWhoGetsUpEarly() throws {
    let scenario = varied([.dayShift: -3600])
    #expect(scenario.device.plugged.map(\.from) == [DayTime(.hours(21))])
    #expect(scenario.device.stays.map(\.period.from) == [DayTime(.hours(7))])
    #expect(scenario.apps[0].opens[0].times == .at(DayTime(.hours(6))))
  }

  @Test func nightsBeforeFreeDaysAndFreeMorningsAreLater() {
    let scenario = varied([.weekendShift: 7200])
    let nights = scenario.device.plugged
    #expect(nights.map(\.from.afterMidnight) == [.hours(22), .hours(24)])
    #expect(nights.map(\.habit.weekdays) == [[0, 1, 2, 3, 6], [4, 5]])
    let mornings = scenario.apps[0].opens.prefix(2)
    #expect(mornings.map(\.times) == [.at(DayTime(.hours(7))), .at(DayTime(.hours(9)))])
    #expect(mornings.map(\.habit.weekdays) == [[0, 1, 2, 3, 4], [5, 6]])
  }

  @Test func whatHappensOnOneDayAloneStays() {
    let only = DailyPeriod(from: DayTime(day: 3, .hours(9)), length: .hours(2))
    let changed = varied([
      .dayShift: 3600, .weekendShift: 3600, .chargerShift: 600, .chargerForgotten: 0.5,
      .chargerLength: 2, .awayLength: 2, .daysAtHome: 0.5, .use: 2,
    ]) {
      $0.device.plugged = [only]
      $0.device.sessions = [only]
      $0.device.stays = [DeviceModel.Stay(place: 1, period: only)]
      $0.device.changes = [DeviceModel.Change(after: .hours(1), values: [.load(3)])]
    }
    #expect(changed.device.plugged == [only] && changed.device.sessions == [only])
    #expect(changed.device.stays.map(\.period) == [only])
    #expect(changed.device.changes.count == 1)
  }

  // MARK: Use

  @Test func someOpenTheirAppsMoreOftenAndStayLonger() {
    let scenario = varied([.opens: 2, .stays: 3])
    #expect(opensPerDay(scenario) == [8, 24])
    #expect(scenario.apps[1].opens[0].stay == .minutes(3)...(.minutes(6)))
    #expect(scenario.apps[0].opens[0].habit.chance == 1)
    #expect(varied([.opens: 0.5]).apps[0].opens[0].habit.chance == 0.5)
  }

  @Test func favouritesDifferFromUserToUserAndOpensStayAsMany() {
    let users = (1...20).map { varied([.favourites: 2], seed: $0) }
    for user in users {
      #expect(abs(opensPerDay(user).reduce(0, +) - 16) < 1e-9)
      #expect(user.apps[1].ranking.sorted() == [0, 1, 2, 3, 4])
    }
    #expect(Set(users.map { opensPerDay($0)[0] }).count == 20)
    #expect(Set(users.map { $0.apps[1].ranking[0] }).count > 2)
  }

  @Test func theFavouriteOfManyIsOpenedMost() {
    var traits = DeviceTraits.neutral
    traits[.favourites] = 2
    let user = Phone.scenario.varied(by: traits, seed: 6)
    let opens = user.life(seed: 6, days: nil).timeline.opens
    let counts = (1...5).map { app in opens.count { $0.app == app } }
    let favourite = user.apps[1].ranking[0]
    #expect(counts[favourite] == counts.max())
  }

  // MARK: Networks

  @Test func someHaveNoWiFiAndSomeNothingElse() {
    let noWiFi = varied([.noWiFi: 1]).device.places
    #expect(noWiFi.map(\.network) == [.cellular, .cellular] && noWiFi[0].isMetered == true)
    let noCellular = varied([.noCellular: 1]).device.places
    #expect(noCellular.map(\.network) == [.wifi, Network.none])
    #expect(varied([.meteredWiFi: 1]).device.places[0].isMetered == true)
  }

  @Test func aLaptopThatHasWiFiAloneKeepsIt() {
    let places = varied([.noWiFi: 1]) { $0.device.places.removeLast() }.device.places
    #expect(places.map(\.network) == [.wifi])
  }

  @Test func longerDaysOutBeginEarlierAndEndLater() throws {
    let stay = try #require(varied([.awayLength: 1.2, .daysAtHome: 0.2]).device.stays.first)
    #expect(stay.period.from == DayTime(.hours(7)) && stay.period.length == .hours(12))
    #expect(abs(stay.period.habit.chance - 0.8) < 1e-12)
  }

  // MARK: Stories

  @Test func aStoryStaysAsItIsTold() {
    let changes = [DeviceModel.Change(after: .hours(1), values: [.power(.battery)])]
    let story = varied([.dayShift: 3600, .batteryDrain: 3, .noCellular: 1, .heat: 2]) {
      $0.device = DeviceModel()
      $0.device.isReported = true
      $0.device.changes = changes
      $0.apps = []
    }
    #expect(story.device.changes == changes)
    #expect(story.device.isReported && story.device.battery == nil)
  }
}
