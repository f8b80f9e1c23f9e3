import Scheduling
import Testing

@testable import Simulation
@testable import Studies

struct VariantTests {
  private func subject(
    _ name: String, _ change: (inout Scenario) -> Void = { _ in }
  ) -> Subject {
    var scenario = Phone.scenario
    change(&scenario)
    return Subject(scenario, named: name, Simulator.Options())
  }

  private func contestants(_ variant: Subject) -> [Contestant] {
    [.rubato, Contestant(name: variant.name, method: .variant(variant))]
  }

  @Test func aVariantInWhichNothingIsOtherwiseDiffersInNothing() throws {
    let comparison = try Comparison(
      subject("a"), seeds: [3, 4], contestants(subject("b")))
    #expect(comparison.columns[0].figures == comparison.columns[1].figures)
    #expect(comparison.columns[1].differences.values.allSatisfy { $0.mean == 0 })
    #expect(!comparison.columns[1].differences.isEmpty)
  }

  @Test func aVariantIsSetBesideTheWorldOfTheSameSeed() throws {
    let variant = subject("off") { $0.device.lowPower = .always(true) }
    let comparison = try Comparison(subject("a"), seeds: [3, 4, 5], contestants(variant))
    let difference = try #require(comparison.columns[1].differences[.refreshesPerDay])
    #expect(difference.mean < 0 && difference.pairs == 3)
    for (place, seed) in [3, 4, 5].enumerated() {
      let world = try variant.experiment(seed: UInt64(seed))
      let alone = Measure.refreshesPerDay.value(of: Figures(try world.log(), in: world))
      #expect(comparison.columns[1].values[.refreshesPerDay]?[place] == alone)
    }
  }

  @Test func devicesOfPopulationsArePairedByNumber() throws {
    let comparison = try Comparison(
      subject("a").devices(of: 9), seeds: [1, 2], contestants(subject("b").devices(of: 9)))
    #expect(comparison.worlds == .device)
    #expect(comparison.columns[0].figures == comparison.columns[1].figures)
  }

  // MARK: Compatible variants

  @Test func worldsWithTheSameSpanAndTasksFit() throws {
    let variant = subject("b") { $0.device.battery?.health = 0.5 }
    #expect(try subject("a").mismatch(with: variant) == nil)
  }

  @Test func whatDoesNotFitSaysWhatToDo() throws {
    let cases: [((inout Scenario) -> Void, String)] = [
      ({ $0.length = .days(2) }, "b lasts 2d and a 7d; use the same end for both, or set"),
      ({ $0.start.day += 1 }, "use the same start and zone for both"),
      (
        { $0.apps[0].name = "mail" },
        "b has none of the tasks of a, which are news.refresh; use the same"
      ),
    ]
    for (change, sentence) in cases {
      let mismatch = try subject("a").mismatch(with: subject("b", change))
      #expect(mismatch?.contains(sentence) == true, "\(mismatch ?? "fits")")
    }
  }
}
