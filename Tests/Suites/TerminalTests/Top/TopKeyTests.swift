import Testing

@testable import Terminal

struct TopKeyTests {
  private func keys(_ text: String) -> (keys: [TopKey], rest: Int) {
    var bytes = Array(text.utf8)[...]
    var keys: [TopKey] = []
    while let key = TopKey.next(in: &bytes) { keys.append(key) }
    return (keys, bytes.count)
  }

  @Test(arguments: [
    ("\u{1B}[A", TopKey.up), ("\u{1B}OB", .down), ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown),
    ("\u{1B}[1~", .home), ("\u{1B}OF", .end), ("\u{3}", .interrupt), ("\u{1A}", .suspend),
    ("\u{C}", .redraw), ("\r", .enter), ("\n", .enter), ("\t", .tab), ("q", .character("q")),
    ("\u{1B}", .escape),
  ])
  func readsEachKey(text: String, key: TopKey) {
    #expect(keys(text).keys == [key])
  }

  @Test func readsSeveralKeysAtOnce() {
    #expect(keys("j\u{1B}[Bk\u{1B}").keys == [.character("j"), .down, .character("k"), .escape])
  }

  @Test func keepsAnIncompleteSequence() {
    let read = keys("j\u{1B}[5")
    #expect(read.keys == [.character("j")])
    #expect(read.rest == 3)
  }

  @Test func leavesOutUnknownKeys() {
    #expect(keys("\u{1B}[200~\u{1B}[1;5Aé\u{1}x").keys == [.character("x")])
  }
}
