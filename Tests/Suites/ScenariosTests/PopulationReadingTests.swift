import Files
import Simulation
import Studies
import Testing

@testable import Scenarios

struct PopulationReadingTests {
  private func read(_ population: String) throws(FileError) -> Population {
    try Scenario(
      yaml: "name: life\nstart: 2026-03-02T00:00\nend: 3d\npopulation: \(population)\n",
      file: "life.yaml"
    ).population
  }

  @Test func readsEachWayOfDiffering() throws {
    let population = try read(
      """

        slowness: 1.5
        opens: 0.5 to 2
        battery-drain: {median: 1.2, spread: 1.6}
        battery-health: 60% to 90%
        charger-forgotten: {median: 5%, spread: 3}
        charger-jitter: {median: 20m, spread: 2}
        day-shift: -2h to 30m
        weekend-shift: {middle: 1h, spread: 30m}
        ambient: {middle: -3, spread: 2.5}
        no-wifi: 12%
      """)
    #expect(population[.slowness] == .same(1.5))
    #expect(population[.opens] == .between(0.5...2))
    #expect(population[.batteryDrain] == .skewed(median: 1.2, spread: 1.6))
    #expect(population[.batteryHealth] == .between(0.6...0.9))
    #expect(population[.chargerForgotten] == .skewed(median: 0.05, spread: 3))
    #expect(population[.chargerJitter] == .skewed(median: 1200, spread: 2))
    #expect(population[.dayShift] == .between(-7200...1800))
    #expect(population[.weekendShift] == .around(3600, spread: 1800))
    #expect(population[.ambient] == .around(-3, spread: 2.5))
    #expect(population[.noWiFi] == .some(0.12))
  }

  @Test func whatIsNotSaidIsAsUsual() throws {
    let population = try read("{slowness: 2}")
    for trait in DeviceTrait.allCases where trait != .slowness {
      #expect(population[trait] == trait.usual, "\(trait)")
    }
    #expect(try read("{}") == Population())
  }

  @Test func noneIsDevicesThatAreAlike() throws {
    #expect(try read("none") == .alike)
  }

  @Test(arguments: [
    (
      "{slownes: 2}",
      ":4:14: 'population' has no key 'slownes'; did you mean 'slowness'? The keys are"
    ),
    ("many", ":4:13: 'population' is 'key: value' lines; the keys are slowness"),
    ("{slowness: fast}", ":4:24: slowness 'fast' is not allowed; use 1.5, '1 to 2' or {median: 1"),
    ("{slowness: 0}", "spread: 1.5}, from 0.01 to 100.0"),
    ("{opens: 2 to 1}", "opens '2 to 1' is not allowed"),
    (
      "{battery-health: 0.8}",
      "battery-health '0.8' is not allowed; use 10%, '5% to 20%' or {median"
    ),
    ("{day-shift: 9h}", "use 30m, '-1h to 1h' or {middle: 0m, spread: 30m}, from -6h to 6h"),
    ("{charger-jitter: -5m}", "charger-jitter '-5m' is not allowed; use 20m, '0m to 40m'"),
    ("{ambient: {median: 3, spread: 1}}", "'ambient' has no key 'median'; use middle, spread"),
    ("{ambient: {middle: 3}}", "'spread' is missing; add, for example, 'spread: 3'"),
    ("{opens: {median: 1, spread: 0.5}}", "spread '0.5' is not allowed; use a number from 1.0"),
    ("{no-wifi: 1% to 5%}", "use the share of devices for which it applies, such as 5%"),
    ("{no-wifi: {median: 1%, spread: 2}}", "'no-wifi' is one value, not a list or mapping"),
  ])
  func namesThePlaceAndWhatIsAllowed(population: String, message: String) {
    do throws(FileError) {
      _ = try read(population)
      Issue.record("accepted: \(population)")
    } catch {
      #expect(error.line == 4 && error.description.contains(message), "\(error.description)")
    }
  }

  @Test(arguments: Library.names)
  func populationsOfTheLibraryCanBeLivedThrough(name: String) throws {
    let scenario = try Library.scenario(name)
    var options = Simulator.Options()
    options.days = 1
    let subject = Subject(scenario, named: name, options)
    #expect(subject.population.traits.contains(.slowness))
    let names = try subject.experiment(seed: 1).taskNames
    for number in 1...3 {
      let device = try subject.device(UInt64(number), of: 1)
      #expect(device.experiment.taskNames == names)
      _ = try device.experiment.log()
    }
  }
}
