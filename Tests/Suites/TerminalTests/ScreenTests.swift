import Testing

@testable import Terminal

struct ScreenTests {
  @Test(arguments: [
    (true, ["TERM": "xterm"], true), (false, ["TERM": "xterm"], false),
    (true, ["TERM": "dumb"], false), (true, [:], false),
    (true, ["TERM": "xterm", "NO_COLOR": "1"], false),
    (true, ["TERM": "xterm", "NO_COLOR": ""], true), (false, ["CLICOLOR_FORCE": "1"], true),
    (false, ["CLICOLOR_FORCE": "0"], false),
    (false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
  ])
  func coloursOnlyTerminalsOfThoseWhoWantIt(
    isTerminal: Bool, environment: [String: String], isColoured: Bool
  ) {
    let style = Style(isTerminal: isTerminal, environment: environment)
    #expect(style.isColoured == isColoured)
  }

  @Test func showsControlCharactersInsteadOfSendingThem() {
    #expect("a\u{1B}[2Jb\nc\u{202E}".visible == "a\\u{1B}[2Jb\\nc\\u{202E}")
    #expect("grüße 你好".visible == "grüße 你好")
  }

  @Test func alignsColumnsAndCutsTheLast() {
    var table = Table([Table.Column("N", .right), Table.Column("NAME"), Table.Column("WHY")])
    table.add([.init("7"), .init("a"), .init("not plugged in, device in use")])
    table.add([.init("12"), .init("backup"), .init("")])
    #expect(
      table.lines(on: .sample(width: 30)) == [
        " N  NAME    WHY", " 7  a       not plugged in, d…", "12  backup",
      ])
    #expect(table.lines(on: .sample())[1] == " 7  a       not plugged in, device in use")
  }

  @Test func wrapsTheLastColumnWhereNothingMayBeLost() {
    var table = Table([Table.Column("NAME"), Table.Column("BECAUSE")])
    table.add([.init("Battery"), .init("15 %, below this kind's minimum of 20 %")])
    #expect(
      table.lines(on: .sample(width: 34), .wrapped)[1]
        == "Battery  15 %, below this kind's\n         minimum of 20 %")
  }

  @Test func paintsWithoutShiftingColumns() {
    var table = Table([Table.Column("A"), Table.Column("B")])
    table.add([.init("x", .good), .init("y")])
    #expect(
      table.lines(on: .sample(isColoured: true)) == [
        "\u{1B}[1mA\u{1B}[0m  \u{1B}[1mB\u{1B}[0m", "\u{1B}[32mx\u{1B}[0m  y",
      ])
  }

  @Test func wrapsAtWordsAndIndents() {
    let text = "one two three four five six seven eight"
    #expect(
      Screen.sample(width: 30).wrap(text, indent: 4) == """
        one two three four five
            six seven eight
        """)
    #expect(Screen.sample().wrap(text, indent: 4) == text)
  }

  @Test func countsNoColoursAsColumns() {
    #expect(Style.columns("\u{1B}[31mabc\u{1B}[0m d") == 5)
  }
}
