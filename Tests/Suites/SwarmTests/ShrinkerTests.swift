import Swarm
import Testing

struct ShrinkerTests {
  @Test(arguments: [[3], [1, 100], [17, 18, 63], [1, 2, 3, 50, 99, 100], []])
  func findsTheFewestThatStillFail(culprits: [Int]) {
    let found = Shrinker { Set($0).isSuperset(of: culprits) }.shrink(Array(1...100))
    #expect(found == culprits)
  }

  /// Either of two is enough.
  @Test func findsOneOfTwoReasons() {
    let found = Shrinker { $0.contains(7) || $0.contains(70) }.shrink(Array(1...100))
    #expect(found.count == 1)
  }

  @Test func givesTheSameForTheSame() {
    let fails: ([Int]) -> Bool = { $0.count { $0 % 7 == 0 } >= 3 }
    let found = (0..<2).map { _ in Shrinker(fails: fails).shrink(Array(1...200)) }
    #expect(found[0] == found[1])
    #expect(found[0].count == 3)
  }

  @Test func leavesAloneWhatDoesNotFail() {
    #expect(Shrinker { _ in false }.shrink([1, 2, 3]) == [1, 2, 3])
  }
}
