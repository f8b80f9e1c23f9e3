import Control
import Vocabulary

extension TopState {
  /// The parts of the screen in lines.
  struct Layout {
    /// The lines above the sections.
    var head: [Table.Cell]
    /// The lines of each section, without its titles.
    var rows: [Int]
  }

  /// The division of the screen. Each section has a third of the lines. Lines that a section does not need are given to
  /// the others: to runs first, then to waiting requests.
  var layout: Layout {
    let head = deviceLines + noteLines
    let sections = TopEntry.Section.allCases
    // The headline, the titles of the sections, and the line of keys.
    var linesLeft = max(0, size.rows - head.count - sections.count - 2)
    // An empty section has one line, for a text in place of rows.
    let wantedRows = sections.map { max(1, content?.entries(in: $0).count ?? 0) }
    let share = linesLeft / sections.count
    var rows = wantedRows.map { min($0, share) }
    linesLeft -= rows.reduce(0, +)
    for index in rows.indices {
      let addedRows = min(linesLeft, wantedRows[index] - rows[index])
      rows[index] += addedRows
      linesLeft -= addedRows
    }
    return Layout(head: head, rows: rows)
  }

  /// The known values of the device, on two lines at most.
  private var deviceLines: [Table.Cell] {
    let known = device.filter { $0.value != "unknown" }
    let text = known.isEmpty ? "state unknown" : DeviceWords.words(known)
    let lines = wrapped("Device: \(text)")
    guard lines.count > 2 else { return lines.map { Table.Cell($0) } }
    // The second line continues with the third one, so that it is cut with an ellipsis.
    let thirdLine = lines[2].drop { $0 == " " }
    return [Table.Cell(lines[0]), Table.Cell("\(lines[1]) \(thirdLine)".cut(to: size.columns))]
  }

  /// The lost connection, the problems and the pauses; on a small terminal three lines at most.
  private var noteLines: [Table.Cell] {
    let notes = (loss.map { [Table.Cell($0, .bad)] } ?? []) + (content?.notes ?? [])
    let mostLines = size.rows < 40 ? 3 : 8
    guard notes.count > mostLines else { return notes }
    // The last line counts the notes that are not shown.
    let shown = notes.prefix(mostLines - 1)
    let hiddenCount = notes.count - shown.count
    return shown
      + [Table.Cell("\(hiddenCount) more notes: `rubatoctl status` lists them.", .warning)]
  }

  /// Returns the lines of a text without colours on this terminal, indented from the second one on. The clock is not
  /// used, since the text has no times.
  private func wrapped(_ text: String) -> [String] {
    let clock = WallClock(now: WallTime(seconds: 0)) { _ in CivilTime(universalSeconds: 0) }
    let screen = Screen(style: Style(isColoured: false), width: size.columns, clock: clock)
    return screen.wrap(text, indent: 8).split(separator: "\n").map { String($0) }
  }

  /// The lines of the page without its title and the line of keys.
  var pageRows: Int { max(1, size.rows - 2) }

  /// The lines of the page without colours, to count them; empty if no page is open.
  var pageText: [String] {
    let look = TopLook(
      instance: "", style: Style(isColoured: false),
      localTime: { CivilTime(universalSeconds: $0.nanoseconds / 1_000_000_000) })
    return pageLines(look)
  }

  /// Returns the lines of the open page, the help or an explanation; empty if the lists are shown. No line of an
  /// explanation is longer than the screen.
  func pageLines(_ look: TopLook) -> [String] {
    switch page {
    case nil: return []
    case .help: return Self.help
    case .explanation(let explanation, let now):
      let screen = Screen(
        style: look.style, width: size.columns,
        clock: WallClock(now: now, localTime: look.localTime))
      let text = ExplanationText(explanation, on: screen).lines.joined(separator: "\n")
      return text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { Style.cut(TerminalFilter.filtered(String($0)), to: size.columns) }
    }
  }

  private static let help = [
    "", "  up, down, k, j        select a line",
    "  PgUp, PgDn, space     move by a page; also Ctrl-B and Ctrl-F",
    "  Home, End, g, G       first and last line", "  Tab                   next section", "",
    "  r                     start the request now, if nothing blocks it",
    "  R                     start it despite the reasons to wait; asks first",
    "  s                     stop the run, its request waits again; asks first",
    "  p                     pause the request, or resume it",
    "  e, Enter              explain why the request waits",
    "  l                     follow the output; Ctrl-C returns",
    "  ?, h                  this page", "  Ctrl-L                draw the screen again",
    "  Ctrl-Z                suspend; `fg` returns", "  q, Ctrl-C             quit", "",
    "  LEFT is the rest of the budget. The longer it is, the larger the step in which",
    "  it is shown. The screen is drawn again only after a change.",
    "  A warning may be cut here; the verb status shows it in full.",
  ]
}
