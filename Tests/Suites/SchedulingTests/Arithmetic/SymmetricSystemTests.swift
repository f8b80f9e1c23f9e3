import Testing

@testable import Scheduling

struct SymmetricSystemTests {
  @Test func solvesWhatIsPositiveDefinite() throws {
    // 4 2 2; 2 5 3; 2 3 6 and x = 1, -2, 3
    let system = SymmetricSystem(lowerTriangle: [4, 2, 5, 2, 3, 6])
    let solution = try #require(system.solution(of: [6, 1, 14]))
    for (value, expected) in zip(solution, [1.0, -2, 3]) {
      #expect(abs(value - expected) < 1e-12)
    }
  }

  @Test func refusesWhatIsNot() {
    #expect(SymmetricSystem(lowerTriangle: [1, 2, 1]).solution(of: [1, 1]) == nil)
    #expect(SymmetricSystem(lowerTriangle: [0]).solution(of: [1]) == nil)
    #expect(SymmetricSystem(lowerTriangle: [.nan]).solution(of: [1]) == nil)
  }
}
