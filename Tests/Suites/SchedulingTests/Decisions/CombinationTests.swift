import Testing

@testable import Scheduling

struct CombinationTests {
  @Test func decisionsRiseInTheWrittenOrder() {
    let rising: [Decision] = [
      .canProceed, .mustNotProceed, .mustProceed, .absolutelyMustNotProceed,
      .absolutelyMustProceed,
    ]
    #expect(Decision.allCases.reversed().sorted() == rising)
    #expect(rising.map(\.permits) == [true, false, true, false, true])
  }

  @Test(arguments: Decision.allCases, Decision.allCases)
  func theStrongerOfTwoWins(one: Decision, other: Decision) {
    let combination = Combination(
      [one, other].map {
        Verdict(decision: $0, weight: 2, score: 0.5, reason: nil, ground: .byDefault)
      })
    #expect(combination.decision == max(one, other))
    #expect((combination.sums == nil) == (max(one, other) != .canProceed))
  }

  @Test func nothingThatAppliesIsAScoreOfNothing() {
    let combination = Combination([])
    #expect(combination.decision == .canProceed)
    #expect(combination.sums?.score == 0)
  }

  @Test func theOrderOfRowsDecidesNothingThatCounts() throws {
    let rows = (1...9).map { Verdict.proceed(weight: Double($0), score: 1 / Double($0)) }
    let forth = try #require(Combination(rows).sums)
    let back = try #require(Combination(rows.reversed()).sums)
    #expect(abs(forth.score - back.score) < 1e-15)
    #expect(abs(forth.score - 9.0 / 45) < 1e-15)
  }
}
