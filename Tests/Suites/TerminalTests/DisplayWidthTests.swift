import Testing

@testable import Terminal

struct DisplayWidthTests {
  @Test(arguments: [
    ("abc", 3), ("", 0), ("grüße", 5), ("gru\u{308}ße", 5), ("你好", 4), ("한글", 4), ("ｆｕ", 4),
    ("😀", 2), ("…", 1), ("├ x", 3), ("e\u{301}\u{302}", 1),
  ])
  func countsColumns(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test func fitsText() {
    #expect("abc".fitted(to: 5) == "abc  ")
    #expect("abc".fitted(to: 5, .right) == "  abc")
    #expect("abcdef".fitted(to: 4) == "abc…")
    #expect("你好吗".fitted(to: 4) == "你… ")
    #expect("abc".cut(to: 0).isEmpty)
  }

  @Test func cutsPaintedText() {
    #expect(
      Style.cut("\u{1B}[31mabcdef\u{1B}[0m", to: 4) == "\u{1B}[31mabc\u{1B}[0m…")
    #expect(Style.cut("\u{1B}[31mabc\u{1B}[0m", to: 3) == "\u{1B}[31mabc\u{1B}[0m")
  }

  @Test func alignsTablesWithWideCharacters() {
    var table = Table([Table.Column("NAME"), Table.Column("WHY")])
    table.add([.init("你好"), .init("x")])
    table.add([.init("abc"), .init("y")])
    #expect(table.lines(on: .sample()) == ["NAME  WHY", "你好  x", "abc   y"])
  }
}
