import Scheduling
import Simulation
import Studies
import Testing

@testable import Scenarios

struct LibraryTests {
  @Test func hasWhatIsPromised() {
    #expect(Library.names.count >= 20)
  }

  /// Checks one seed of each scenario; `make scenarios` checks all seeds.
  @Test(arguments: Library.names)
  func keepsItsPromises(name: String) throws {
    let report = try Library.expectations(name, seeds: 1).check(Library.subject(name))
    for result in report.results where !result.isKept {
      Issue.record(
        "\(result.sentence { "rubatoctl simulate etc/scenarios/\(name).yaml --seed \($0)" })")
    }
    #expect(!report.results.isEmpty)
  }
}
