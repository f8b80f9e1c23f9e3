import Testing

@testable import Terminal

struct TopFrameTests {
  @Test func drawsAllLinesFirst() {
    #expect(
      TopFrame.update(from: nil, to: ["a", "b"])
        == "\u{1B}[2J\u{1B}[1;1H\u{1B}[2Ka\u{1B}[2;1H\u{1B}[2Kb")
  }

  @Test func drawsOnlyChangedLines() {
    #expect(
      TopFrame.update(from: ["a", "b", "c"], to: ["a", "x", "c"]) == "\u{1B}[2;1H\u{1B}[2Kx")
    #expect(TopFrame.update(from: ["a", "b"], to: ["a", "b"]).isEmpty)
  }

  @Test func drawsAllLinesOfAnotherSize() {
    #expect(TopFrame.update(from: ["a"], to: ["a", "b"]).hasPrefix("\u{1B}[2J"))
  }
}
