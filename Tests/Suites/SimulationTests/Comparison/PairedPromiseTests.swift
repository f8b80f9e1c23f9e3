import Scheduling
import Testing

@testable import Simulation
@testable import Studies

struct PairedPromiseTests {
  private func results(_ kept: [Bool], _ value: Double) -> [PromiseResult.Case] {
    kept.enumerated().map { index, isKept in
      PromiseResult.Case(
        seed: UInt64(index + 1), isKept: isKept, measure: .number(value + Double(index)),
        distance: 0)
    }
  }

  @Test func worldsThatChangeAreNamed() {
    let pair = PairedPromise(
      results([true, false, false, true], 1), results([true, true, true, false], 3))
    #expect(pair.gained == [2, 3] && pair.lost == [4] && pair.worlds == 4)
    #expect(pair.difference == 0.25 && !pair.isClear)
    #expect(pair.measured?.mean == 2 && pair.measured?.pairs == 4)
  }

  /// Bonett and Price add one world to both kinds: with 20 gained and none lost of 100 worlds, the difference of
  /// 20 / 102 has the error sqrt((22/102 - (20/102)^2) / 102).
  @Test func theIntervalIsThatOfPairedShares() {
    let kept = (0..<100).map { $0 < 20 }
    let pair = PairedPromise(results(kept.map { _ in false }, 0), results(kept, 0))
    let (centre, error) = (20.0 / 102, 0.041690)
    #expect(abs(pair.interval.lowerBound - (centre - 1.959964 * error)) < 1e-4)
    #expect(abs(pair.interval.upperBound - (centre + 1.959964 * error)) < 1e-4)
    #expect(pair.isClear)
  }

  // MARK: Comparisons

  private func subject(_ change: (inout Scenario) -> Void = { _ in }) -> Subject {
    var scenario = Phone.scenario
    scenario.length = .days(1)
    scenario.device.stays = []
    scenario.population = Population([.noWiFi: .some(0.5)]).only([.noWiFi, .opens])
    change(&scenario)
    return Subject(scenario, named: "phone", Simulator.Options()).devices(of: 4)
  }

  @Test func promisesAndTraitsAreComparedOnTheSameDevices() throws {
    // The second version refreshes only without a metered network.
    let variant = subject { $0.apps[0].tasks[0].terms.asked.requires.insert(.unmetered) }
    let promise = Promise(
      .task("news.refresh"), .number(.successes), .range(1...1000), words: "at least 1")
    let comparison = try Comparison(
      subject(), seeds: Array(1...24),
      [.rubato, Contestant(name: "b", method: .variant(variant))], checking: [promise])
    #expect(comparison.columns[0].keptCount(of: 0) == 24 && comparison.columns[0].effects.isEmpty)
    let without = (1...24).map(UInt64.init).filter { subject().traits(of: $0)[.noWiFi] == 1 }
    let pair = try #require(comparison.columns[1].promises.first)
    #expect(pair.lost == without && pair.gained.isEmpty && (6...18).contains(without.count))
    let effects = try #require(comparison.columns[1].effects[.refreshesPerDay])
    let effect = try #require(effects.first)
    #expect(effect.split.cut.trait == .noWiFi && effect.split.probability < 0.05)
    let means = [effect.group?.mean, effect.others?.mean].compactMap(\.self)
    #expect(means.count == 2 && abs(means[0] - means[1]) > 1, "\(means)")
    #expect(effect.isGreater == (means[0] > means[1]), "\(means)")
  }

  @Test func seedsHaveNoTraits() throws {
    let subject = Subject(Phone.scenario, named: "phone", Simulator.Options())
    let comparison = try Comparison(
      subject, seeds: [1, 2], [.rubato, Contestant(name: "b", method: .variant(subject))])
    #expect(comparison.triedSplits == 0 && comparison.columns[1].effects.isEmpty)
  }
}
