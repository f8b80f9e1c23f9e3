import Testing

@testable import Simulation
@testable import Studies

struct SplitTests {
  // MARK: Shares

  /// Values of Wilson's interval that are printed in textbooks.
  @Test(arguments: [
    (9, 10, 0.5958, 0.9821), (0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (500, 1000, 0.4691, 0.5309),
  ])
  func theIntervalOfAShareIsWilsons(count: Int64, all: Int64, low: Double, high: Double) {
    let interval = ShareInterval(count, of: all)
    #expect(abs(interval.low - low) < 1e-4 && abs(interval.high - high) < 1e-4, "\(interval)")
  }

  @Test func withoutDevicesEveryShareIsPossible() {
    let interval = ShareInterval(0, of: 0)
    #expect(interval.low == 0 && interval.high == 1)
  }

  // MARK: Fisher's test

  /// The sums of all probabilities of tables that are as uneven, counted by hand from the hypergeometric distribution.
  @Test(arguments: [
    (3, 4, 1, 4, 34.0 / 70), (4, 4, 0, 4, 2.0 / 70), (1, 10, 11, 14, 0.002759456),
    (5, 10, 5, 10, 1.0),
  ])
  func theProbabilityIsFishers(a: Int64, n: Int64, b: Int64, m: Int64, probability: Double) {
    let value = FisherTest.probability(a, of: n, b, of: m)
    #expect(abs(value - probability) < 1e-8, "\(value)")
    #expect(abs(FisherTest.probability(b, of: m, a, of: n) - value) < 1e-12)
  }

  @Test func hugeGroupsGiveTheLeastProbability() {
    let value = FisherTest.probability(900_000, of: 1_000_000, 100_000, of: 1_000_000)
    #expect(value == FisherTest.least)
  }

  // MARK: Splits

  private static let known: [DeviceTrait] = [.noWiFi, .chargerForgotten, .opens]

  /// 1,000 devices of the usual population.
  private static let devices = (0..<1000).map { number in
    Population().only(known).traits(seed: UInt64(number) &* 0x9E37_79B9)
  }

  /// Returns the splits of the devices, of which those break a promise for which `breaks` is true.
  private func splits(_ breaks: (DeviceTraits, Int) -> Bool) -> TraitSplits {
    var (all, broken): ([String: Distribution], [String: Distribution]) = ([:], [:])
    for (number, device) in Self.devices.enumerated() {
      all.add(device, of: Self.known)
      if breaks(device, number) { broken.add(device, of: Self.known) }
    }
    return TraitSplits(of: broken, among: all)
  }

  @Test func aTraitThatDecidesIsFound() throws {
    let splits = splits { device, number in device[.noWiFi] == 1 || number % 50 == 0 }
    let split = try #require(splits.found.first)
    #expect(split.cut.trait == .noWiFi && split.isAbove && splits.found.count == 1)
    #expect(split.marked == split.devices && split.devices + split.others == 1000)
    #expect((10...20).contains(split.othersMarked) && split.probability < 1e-9)
    // Five cuts of each of the two traits with values, and one of the trait that devices have or not.
    #expect(splits.tried == 11)
  }

  @Test func theSideOfAValueIsThatWithMoreDevices() throws {
    let splits = splits { device, _ in device[.opens] < 0.5 }
    let split = try #require(splits.found.first)
    #expect(split.cut.trait == .opens && !split.isAbove && split.othersMarked * 2 < split.marked)
    #expect((0.4...0.8).contains(split.cut.value))
  }

  /// At most one of twenty populations without an effect may show one. Of 40, four are within chance.
  @Test func chanceSeparatesSeldom() {
    var generator = SeededGenerator(seed: 1)
    let found = (0..<40).count { _ in
      !splits { _, _ in generator.share() < 0.05 }.found.isEmpty
    }
    #expect(found <= 4, "\(found)")
  }

  @Test func withoutAMarkedDeviceNothingIsSplit() {
    #expect(splits { _, _ in false }.found.isEmpty)
    #expect(splits { _, _ in true }.found.isEmpty)
  }

  // MARK: Tallies

  @Test func theWorstDevicesOfShardsAreThoseOfTheWhole() throws {
    let members = Members(
      Subject(Phone.scenario, named: "phone", Simulator.Options()), count: 9, seed: 5)
    let promise = Promise(
      .task("news.refresh"), .number(.runsPerDay), .range(90...100), words: "90 to 100")
    var merged = PopulationFigures()
    for number in [2, 1, 3] {
      merged += try members.figures(of: Shard(number, of: 3), checking: [promise])
    }
    #expect(merged == (try members.figures(of: nil, checking: [promise])))
    let tally = try #require(merged.promises?.first)
    #expect(tally.kept == 0 && tally.worstDevices.count == 5)
    #expect(tally.brokenTraits["opens"]?.count == 9)
    let measured = tally.worstDevices.compactMap { Double($0.measured) }
    #expect(measured.count == 5 && measured == measured.sorted())
  }
}
