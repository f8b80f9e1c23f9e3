import Testing

@testable import Scheduling

/// Published log lines of Apple's scheduler, reproduced. The rows that a line did not print count as one more row,
/// whose weight and score follow from the printed sums.
struct VectorTests {
  struct Line: Sendable, CustomTestStringConvertible {
    var id: String
    var printed: [(weight: Double, score: Double)]
    var sum: Double
    var denominator: Double
    var final: Double

    var testDescription: String { id }
  }

  /// Computes the row of the battery again, since the log prints rounded values next to their inputs.
  private static func battery(level: Int, isPluggedIn: Bool) -> (weight: Double, score: Double) {
    let row = BatteryRow(.utility, level: level, power: isPluggedIn ? .ac : .battery)
    return (row?.weight ?? .nan, row?.score ?? .nan)
  }

  private static let lines = [
    Line(
      id: "S1-A", printed: [battery(level: 26, isPluggedIn: true), (20, 0.75)],
      sum: 43.121357, denominator: 48.52, final: 0.888734),
    Line(
      id: "S1-C", printed: [battery(level: 30, isPluggedIn: false), (20, 0.75), (10, 0.50)],
      sum: 38.067917, denominator: 48.52, final: 0.784582),
    Line(id: "S2", printed: [(5, 0.05)], sum: 24.86, denominator: 29.61, final: 0.839581),
    Line(
      id: "S4", printed: [(25, 0.60), (2, 0.41)], sum: 60.70472, denominator: 71.94,
      final: 0.843824),
  ]

  /// Printed to two digits and to four: which base explains them, of each of the two tiers.
  @Test(arguments: [
    (Kind.utility, 26, Power.ac, 0.60, 0.005), (.utility, 30, .battery, 0.55, 0.005),
    (.maintenance, 87, .battery, 0.9395, 0.00005),
  ])
  func theBatterysRowIsThePrintedOne(
    kind: Kind, level: Int, power: Power, printed: Double, rounding: Double
  ) throws {
    let row = try #require(BatteryRow(kind, level: level, power: power))
    #expect(abs(row.score - printed) <= rounding)
  }

  private func rows(of line: Line) -> [Verdict] {
    var weight = line.denominator
    var sum = line.sum
    for row in line.printed {
      weight -= row.weight
      sum -= row.weight * row.score
    }
    let rows = line.printed + [(weight, sum / weight)]
    return rows.map { .proceed(weight: $0.weight, score: $0.score) }
  }

  @Test(arguments: lines)
  func theWeightedMeanIsThePrintedOne(line: Line) throws {
    let combination = Combination(rows(of: line))
    #expect(combination.decision == .canProceed)
    let sums = try #require(combination.sums)
    #expect(abs(sums.sum - line.sum) < 5e-7)
    #expect(abs(sums.denominator - line.denominator) < 5e-7)
    #expect(abs(sums.score - line.final) < 5e-7)
  }

  @Test(arguments: lines)
  func whatWasNotPrintedScoredBetweenNineTenthsAndOne(line: Line) throws {
    let rest = try #require(rows(of: line).last)
    #expect(rest.weight > 0)
    #expect(rest.score >= 0.9)
    // Half of the last printed digit of the sum.
    #expect(rest.score <= 1 + 5e-7 / rest.weight)
  }

  @Test func aLineRanWhereItsScoreWasAboveItsThreshold() {
    let pairs = [(0.888734, 0.694377), (0.784582, 0.664113)]
    for (line, pair) in zip(Self.lines, pairs) {
      #expect(line.final == pair.0)
      #expect(Combination(rows(of: line)).sums.map { $0.score > pair.1 } == true)
    }
  }

  @Test(arguments: [
    (
      id: "S5-veto", [Decision.mustNotProceed, .mustNotProceed, .absolutelyMustNotProceed],
      Decision.absolutelyMustNotProceed
    ),
    ("S2-veto", [.mustNotProceed, .mustNotProceed], .mustNotProceed),
    ("S3-must", [.absolutelyMustProceed], .absolutelyMustProceed),
  ])
  func theStrongestDecisionWinsAndNoSumsAreGiven(
    id: String, policies: [Decision], final: Decision
  ) {
    let rows = policies.map {
      Verdict(decision: $0, weight: 1, score: 0, reason: nil, ground: .byDefault)
    }
    for rows in [rows, rows.reversed()] {
      let combination = Combination(rows + [.proceed(weight: 1, score: 1)])
      #expect(combination.decision == final)
      #expect(combination.sums == nil)
    }
  }
}
