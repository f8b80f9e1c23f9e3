import Scheduling
import Testing

@testable import Simulation
@testable import Studies

struct PopulationTests {
  private func draws(_ spread: Spread, _ count: Int = 4000) -> [Double] {
    var generator = SeededGenerator(seed: 5)
    return (0..<count).map { _ in spread.draw(&generator) }.sorted()
  }

  // MARK: Distributions

  @Test func aSkewedValueIsWithinItsSpreadOnTwoOfThreeDevices() {
    let values = draws(.skewed(median: 6, spread: 2))
    #expect((5.7...6.3).contains(values[2000]))
    let within = values.count { $0 >= 3 && $0 <= 12 }
    #expect((2600...2860).contains(within))
  }

  @Test func aValueAroundAMiddleIsAsOftenBelowAsAbove() {
    let values = draws(.around(10, spread: 4))
    #expect((1900...2100).contains(values.count { $0 < 10 }))
    #expect((2600...2860).contains(values.count { $0 >= 6 && $0 <= 14 }))
  }

  @Test func aValueBetweenTwoIsAnywhereBetweenThem() {
    let values = draws(.between(2...4))
    #expect(values.allSatisfy { $0 >= 2 && $0 <= 4 })
    #expect((900...1100).contains(values.count { $0 < 2.5 }))
  }

  @Test func aShareOfDevicesHasIt() {
    #expect((720...880).contains(draws(.some(0.2)).count { $0 == 1 }))
    #expect(draws(.some(0)).allSatisfy { $0 == 0 })
    #expect(draws(.same(3)).allSatisfy { $0 == 3 })
  }

  // MARK: Traits

  @Test(arguments: DeviceTrait.allCases)
  func whatDevicesAreLikeStaysWithinWhatIsPossible(trait: DeviceTrait) {
    let wild = Population([
      trait: trait.range.lowerBound < 0
        ? .around(0, spread: 1e6) : .skewed(median: 1, spread: 100)
    ])
    for population in [wild, Population()] {
      for seed in 0..<300 {
        #expect(trait.range.contains(population.traits(seed: UInt64(seed))[trait]))
      }
    }
  }

  @Test func aTraitIsTheSameWhateverBecomesOfTheOthers() {
    let usual = Population().traits(seed: 77)
    let other = Population([.slowness: .same(3), .opens: .between(1...9)]).traits(seed: 77)
    #expect(other[.slowness] == 3)
    for trait in DeviceTrait.allCases where trait != .slowness && trait != .opens {
      #expect(other[trait] == usual[trait], "\(trait)")
    }
  }

  @Test func devicesThatAreAlikeLiveAsTheScenarioSays() {
    #expect(Population.alike.traits(seed: 4) == .neutral)
    let phone = Phone.scenario
    #expect(phone.varied(by: .neutral, seed: 4) == phone)
  }

  @Test func devicesDifferInWhatTheyHave() {
    #expect(Phone.scenario.traits == DeviceTrait.allCases)
    var desktop = Phone.scenario
    desktop.device = DeviceModel()
    desktop.apps = []
    #expect(desktop.traits == [.slowness])
  }

  @Test func ofATraceItIsTheSpeedAloneThatDiffers() throws {
    let trace = try Story.fortnight().trace
    #expect(Subject(trace, Simulator.Options()).population.traits == [.slowness])
    let subject = Subject(trace, workOf: Phone.scenario, Simulator.Options())
    #expect(subject.population.traits == [.slowness])
  }

  // MARK: Devices

  @Test func aDeviceIsTheSameHoweverItIsAskedFor() throws {
    let subject = Subject(Phone.scenario, named: "phone", Simulator.Options())
    let device = try subject.device(17, of: 3)
    let again = subject.devices(of: 3, first: 17)
    let world = try again.experiment(seed: again.seed)
    #expect(world.timeline.steps == device.experiment.timeline.steps)
    #expect(world.workload == device.experiment.workload)
    let alone = try Members(subject, count: 17, seed: 3).figures(of: Shard(17, of: 17))
    #expect(alone.figures == Figures(try world.log(), in: world))
  }

  @Test func devicesAndTheirUsersDiffer() throws {
    let subject = Subject(Phone.scenario, named: "phone", Simulator.Options())
    let figures = try Members(subject, count: 12, seed: 3).figures(of: nil)
    for trait in DeviceTrait.allCases where trait.unit != .chance {
      let least = try #require(figures.quantile(of: trait, permille: 0))
      let most = try #require(figures.quantile(of: trait, permille: 1000))
      #expect(least < most, "\(trait)")
    }
    let few = try #require(figures.quantile(of: .refreshesPerDay, permille: 0))
    let many = try #require(figures.quantile(of: .refreshesPerDay, permille: 1000))
    #expect(many > few * 1.2)
  }

  @Test func promisesAreCheckedOnEachDevice() throws {
    let subject = Subject(Phone.scenario, named: "phone", Simulator.Options())
    var promise = Promise(
      .task("news.refresh"), .number(.runs), .range(0...0), words: "never")
    promise.share = 0.5
    let report = try Expectations(promises: [promise], seeds: 3).check(subject.devices(of: 1))
    #expect(report.seeds == [1, 2, 3] && report.worlds == .device && !report.isKept)
    let sentence = report.results[0].sentence(report.worlds) { "see \($0)" }
    #expect(sentence.contains("in 50 % of 3 devices, and is so in 0; with device"))
  }
}
