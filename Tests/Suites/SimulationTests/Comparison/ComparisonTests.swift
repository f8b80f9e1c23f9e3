import Scheduling
import Testing

@testable import Simulation
@testable import Studies

struct ComparisonTests {
  private func subject() throws -> Subject {
    Subject(try Story.fortnight().trace, Simulator.Options())
  }

  // MARK: Intervals

  @Test func theIntervalIsThatOfStudentsT() throws {
    let difference = try #require(PairedDifference([1, 2, 3]))
    #expect(difference.mean == 2 && difference.pairs == 3)
    // 4.303 times the root of a third.
    let low = try #require(difference.low)
    let high = try #require(difference.high)
    #expect(abs(low - (2 - 2.4843)) < 0.001 && abs(high - (2 + 2.4843)) < 0.001)
    #expect(!difference.isClear)
  }

  @Test func whatIsAlwaysTheSameIsClear() throws {
    let difference = try #require(PairedDifference([2, 2, 2]))
    #expect(difference.low == 2 && difference.high == 2 && difference.isClear)
  }

  @Test func onePairHasNoIntervalAndNoneHasNoDifference() {
    #expect(PairedDifference([7])?.low == nil && PairedDifference([7])?.isClear == false)
    #expect(PairedDifference([]) == nil)
  }

  // MARK: Worlds

  @Test func theSameWayTwiceDiffersInNothing() throws {
    var twin = Contestant.rubato
    twin.name = "twin"
    let comparison = try Comparison(subject(), seeds: [1, 2], [.rubato, twin])
    #expect(comparison.columns.map(\.name) == ["Rubato", "twin"])
    #expect(comparison.columns[0].figures == comparison.columns[1].figures)
    #expect(!comparison.columns[1].differences.isEmpty)
    #expect(comparison.columns[1].differences.values.allSatisfy { $0.mean == 0 })
  }

  @Test func rivalsMayRefreshAsOftenAsTheFirstDid() throws {
    let comparison = try Comparison(
      subject(), seeds: [1], [.rubato] + Contestant.baselines)
    let ours = try #require(comparison.columns[0].mean(.refreshesPerDay))
    #expect(ours > 1)
    for column in comparison.columns.dropFirst() {
      let theirs = try #require(column.mean(.refreshesPerDay))
      #expect(theirs <= ours.rounded() + 1, "\(column.name)")
    }
  }

  @Test func otherNumbersMakeADifference() throws {
    let lazy = Contestant(
      name: "lazy", method: .scheduler { $0.settings.refresh.spacing = .hours(12) })
    let comparison = try Comparison(subject(), seeds: [1, 2, 3], [.rubato, lazy])
    let difference = try #require(comparison.columns[1].differences[.refreshesPerDay])
    #expect(difference.mean < 0 && difference.pairs == 3)
  }

  @Test func progressRisesToTheWhole() throws {
    var shares: [Double] = []
    _ = try Comparison(subject(), seeds: [1, 2], [.rubato]) { shares.append($0) }
    #expect(shares == [0.5, 1])
  }
}
