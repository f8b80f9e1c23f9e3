import Terminal
import Testing

struct TerminalFilterTests {
  @Test(arguments: [
    ("plain é 👨‍👩‍👧\n\ttext", "plain é 👨‍👩‍👧\n\ttext"),
    ("\u{1B}[1;38:5:196mred\u{1B}[m", "\u{1B}[1;38:5:196mred\u{1B}[m"),
    ("\u{1B}]0;x\u{7}", "\\u{1B}]0;x\\u{07}"), ("\u{1B}[2J", "\\u{1B}[2J"), ("\u{1B}", "\\u{1B}"),
    ("\u{9B}2J\u{7F}", "\\u{009B}2J\\u{7F}"), ("\u{1B}\u{1B}[0m", "\\u{1B}\u{1B}[0m"),
    ("a\rb", "a\\rb"),
    (
      "\u{1B}[" + String(repeating: "1", count: 40) + "m",
      "\\u{1B}[" + String(repeating: "1", count: 40) + "m"
    ),
  ])
  func onlyColoursAndLineEndsPass(text: String, shown: String) {
    #expect(TerminalFilter.filtered(text) == shown)
  }

  @Test func aColourMayBeCutAnywhere() {
    let text = "a\u{1B}[1;31mred\u{1B}[0m\u{1B}[K"
    let shown = "a\u{1B}[1;31mred\u{1B}[0m\\u{1B}[K"
    let scalars = Array(text.unicodeScalars)
    for cut in 0...scalars.count {
      var filter = TerminalFilter()
      let parts = [scalars[..<cut], scalars[cut...]].map { part in
        var text = ""
        text.unicodeScalars.append(contentsOf: part)
        return filter.pass(text)
      }
      #expect(parts.joined() + filter.end() == shown)
    }
  }

  @Test func aProgressBarMayOverwriteItsLine() {
    var filter = TerminalFilter(overwrites: true)
    #expect(filter.pass("10%\r20%\u{8}\u{0}") == "10%\r20%\u{8}\\0")
  }
}
