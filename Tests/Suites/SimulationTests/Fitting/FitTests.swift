import Scheduling
import Testing

@testable import Simulation
@testable import Studies

/// Populations that are fitted to devices with known distributions.
struct FitTests {
  private static let spreads: [DeviceTrait: Spread] = [
    .opens: .skewed(median: 1, spread: 1.6), .dayShift: .around(0, spread: 3600),
    .stays: .skewed(median: 1, spread: 1.5), .chargerShift: .around(0, spread: 2400),
    .chargerJitter: .between(600...3000), .chargerForgotten: .between(0.1...0.4),
    .chargerLength: .skewed(median: 1, spread: 1.15), .weekendShift: .between(3000...9000),
    .noWiFi: .some(0.3), .noCellular: .some(0), .use: .skewed(median: 1, spread: 1.4),
    .awayLength: .skewed(median: 1, spread: 1.1), .daysAtHome: .between(0...0.2),
  ]

  /// The recorded lives of 40 devices.
  private static let recorded = Result { try traces(40) }

  private static func traces(_ count: Int, days: Double = 28) throws -> [(String, Timeline)] {
    var scenario = Phone.scenario
    scenario.length = .days(28)
    scenario.apps[0].opens.removeFirst()
    scenario.population = Population(spreads)
    var options = Simulator.Options()
    options.days = days
    let subject = Subject(scenario, named: "phone", options)
    return try (1...count).map { number in
      ("\(number)", try subject.device(UInt64(number), of: 1).experiment.timeline)
    }
  }

  private func fit(_ population: FittedPopulation, _ trait: DeviceTrait) throws -> TraitFit {
    try #require(population.fits.first { $0.trait == trait }, "\(trait)")
  }

  /// Returns the deviation of a spread: of the logarithm for a log-normal one, in doublings.
  private func deviation(_ spread: Spread) -> Double {
    switch spread {
    case .same, .some: 0
    case .between(let range): (range.upperBound - range.lowerBound) / 12.0.squareRoot()
    case .skewed(_, let spread): log2(spread)
    case .around(_, let spread): spread
    }
  }

  @Test func theSpreadsOfTheDevicesAreFound() throws {
    let population = try FittedPopulation(Self.recorded.get())
    // With 40 devices, the standard error of a deviation is 11 percent. The habits of single days add to it.
    for (trait, share) in [
      (DeviceTrait.opens, 0.3), (.dayShift, 0.35), (.chargerShift, 0.5), (.stays, 0.3),
    ] {
      let known = deviation(try #require(Self.spreads[trait]))
      let found = deviation(try fit(population, trait).spread)
      #expect(abs(found / known - 1) < share, "\(trait): \(found) of \(known)")
    }
    let forgotten = try fit(population, .chargerForgotten)
    let mean = forgotten.values.reduce(0, +) / Double(forgotten.values.count)
    #expect((0.2...0.3).contains(mean), "\(mean)")
    // The nights of 20 working days make the seen shares differ by 0.1, the devices by 0.09.
    let spread = deviation(forgotten.spread)
    #expect((0.05...0.12).contains(spread), "\(forgotten.spread)")
    guard case .some(let share) = try fit(population, .noWiFi).spread else {
      Issue.record("no-wifi is a share of devices")
      return
    }
    #expect((0.15...0.45).contains(share))
    #expect(population.unseen.contains(.heat) && !population.unseen.contains(.opens))
  }

  @Test func theBaseIsTheMiddleDevice() throws {
    let base = try FittedPopulation(Self.recorded.get()).base
    #expect((12...20).contains(try #require(base.opensPerDay)))
    let charge = try #require(base.charge)
    #expect(abs(charge.start - 22 * 3600) < 2400 && abs(charge.length - 8 * 3600) < 2400)
    let away = try #require(base.away)
    #expect(abs(away.length - 10 * 3600) < 3600 && base.hasWiFi && base.hasCellular)
  }

  @Test func aGoodFitIsLikelierThanABadOne() throws {
    let values = (1...40).map { SeenValue(Double($0 % 2) * 10 + Double($0) / 100) }
    let bad = try #require(TraitFit(.ambient, values))
    var generator = SeededGenerator(seed: 3)
    let good = try #require(
      TraitFit(.ambient, (1...40).map { _ in SeenValue(generator.normal()) }))
    #expect(try #require(bad.goodness).probability < 0.01)
    #expect(try #require(good.goodness).probability > 0.05)
    #expect(try #require(bad.goodness).distance > #require(good.goodness).distance)
  }

  @Test func equalDevicesHaveOneValue() throws {
    let fit = try #require(TraitFit(.opens, [SeenValue(1), SeenValue(1), SeenValue(1)]))
    #expect(fit.spread == .same(1) && fit.goodness == nil)
    #expect(TraitFit(.opens, [SeenValue(1), SeenValue(2)]) == nil)
  }

  @Test func differencesOfSingleDaysAreNoSpread() throws {
    let values = [1.0, 2, 3].map { value in
      var seen = SeenValue(value)
      seen.error = 4
      return seen
    }
    #expect(try #require(TraitFit(.ambient, values)).spread == .around(2, spread: 0))
  }

  @Test func aDayOfANightWorkerBeginsInTheAfternoon() throws {
    // 2 March 2026.
    let monday = WallTime(seconds: 1_772_409_600)
    // Opens from 20:00 to 8:00, two hours later in the nights after Friday and Saturday.
    let opens = (0..<28).flatMap { day in
      [20, 23, 26, 29, 32].map { hour in
        monday + .hours(day * 24 + hour + (day % 7 == 4 || day % 7 == 5 ? 2 : 0))
      }
    }
    let timeline = Timeline(
      steps: opens.map { TimelineStep(at: $0, happening: .opened(0)) }, apps: ["a"],
      starts: monday, ends: monday + .days(29))
    let habits = SeenHabits(SeenDevice(timeline))
    #expect(habits.weekendShift?.value == 7200 && habits.middle?.value == 26 * 3600)
  }

  // MARK: Refusals

  @Test func tooFewAndTooShortTracesAreRefused() throws {
    let two = try Self.traces(2)
    let tooFew = #expect(throws: FitError.self) { try FittedPopulation(two) }
    #expect(tooFew?.description.contains("2 of at least 3 traces") == true)
    let twice = #expect(throws: FitError.self) { try FittedPopulation(two + [two[0]]) }
    #expect(twice?.description == "1 is named twice; name each trace once")
    let short = try Self.traces(3, days: 5)
    let tooShort = #expect(throws: FitError.self) { try FittedPopulation(short) }
    #expect(tooShort?.description.contains("1 has 5.0 days without gaps") == true)
    let idle = Timeline(
      steps: [], apps: [], starts: WallTime(seconds: 0), ends: WallTime(seconds: 30 * 86_400))
    let silent = #expect(throws: FitError.self) {
      try FittedPopulation(two + [("silent", idle)])
    }
    #expect(silent?.description.contains("silent has neither opens, nor uses, nor charges") == true)
  }
}
