import Control
import Vocabulary

/// The lines of `top` at one moment, as many as the terminal has.
package struct TopScreen {
  let state: TopState
  /// The daemon's time.
  let moment: WallTime
  let look: TopLook

  package init(_ state: TopState, at moment: WallTime, _ look: TopLook) {
    (self.state, self.moment, self.look) = (state, moment, look)
  }

  /// The lines, with colours: the lists, the open page, or a message on a terminal that is too small.
  package var lines: [String] {
    let lines =
      if !state.size.isLargeEnough {
        [sizeMessage]
      } else if state.page == nil {
        listLines
      } else {
        pageLines
      }
    let missingCount = max(0, state.size.rows - lines.count)
    return lines.prefix(state.size.rows) + Array(repeating: "", count: missingCount)
  }

  /// The time in seconds until a shown countdown changes; `nil` if none does.
  package var untilChange: Double? {
    guard showsPresentLists else { return nil }
    return shownRuns(.running).filter { $0.state != "frozen" }
      .compactMap { budgetLeft(of: $0).flatMap(Countdown.untilChange) }.min()
  }

  /// The age in seconds at which the content is read again while a run is launching, since the daemon does not report
  /// the end of a launch: half of the time since its start, at least 1. `nil` if no run is launching.
  package var longestAgeDuringLaunch: Double? {
    guard showsPresentLists, let content = state.content, content.rate > 0 else { return nil }
    let launching = content.running.filter { $0.state == "launching" }
    let lastStart = launching.compactMap { $0.start.flatMap(UniversalTime.parse) }.max()
    return lastStart.map { start in max(1, (content.now - start).seconds / 2) }
  }

  /// Whether the lists are shown and follow the daemon, so that countdowns run on the screen.
  private var showsPresentLists: Bool {
    state.size.isLargeEnough && state.page == nil && state.loss == nil
  }

  /// The message in place of all lines if the terminal is too small.
  private var sizeMessage: String {
    let (size, least) = (state.size, TopState.Size.smallest)
    return
      "Terminal of \(size.columns) x \(size.rows); top needs \(least.columns) x \(least.rows)."
      .cut(to: size.columns)
  }

  // MARK: - Page

  /// The open page, from its offset on, between its title and the line of keys.
  private var pageLines: [String] {
    let allLines = state.pageLines(look)
    let shown = allLines.dropFirst(state.pageOffset).prefix(state.pageRows)
    let hiddenCount = allLines.count - state.pageOffset - shown.count
    let noun = hiddenCount == 1 ? "line" : "lines"
    let hint = hiddenCount > 0 ? "\(hiddenCount) more \(noun): PgDn   " : ""
    var lines = [paint("rubatoctl top: \(pageTitle)", .heading)]
    lines += shown
    lines += Array(repeating: "", count: state.pageRows - shown.count)
    return lines + [lastLine("\(hint)q back")]
  }

  /// The title of the open page: the id of the explained request, or `keys` for the help.
  private var pageTitle: String {
    if case .explanation(let explanation, _) = state.page { explanation.id } else { "keys" }
  }

  // MARK: - Lists

  /// The headline, the device and the notes, the three sections, and the line of keys.
  private var listLines: [String] {
    let layout = state.layout
    var lines = [headline]
    lines += layout.head.map { paint($0.text, $0.role) }
    lines += TopEntry.Section.allCases.flatMap { sectionLines($0) }
    lines += Array(repeating: "", count: max(0, emptyLineCount(layout)))
    return lines + [lastLine(keys)]
  }

  /// Returns the number of lines between the last section and the line of keys.
  private func emptyLineCount(_ layout: TopState.Layout) -> Int {
    let titles = TopEntry.Section.allCases.count
    let sections = titles + layout.rows.reduce(0, +)
    // The headline and the line of keys.
    return state.size.rows - 2 - layout.head.count - sections
  }

  /// The first line: the daemon, the numbers of runs and waiting requests, and the counts of requests with a problem.
  private var headline: String {
    let title = "rubatoctl top: \(look.instance.visible)"
    guard let content = state.content else { return paint("\(title)   connecting", .heading) }
    let counts = "\(content.running.count) running, \(content.waiting.count) waiting"
    let troubles = content.troubles.isEmpty ? "" : ", " + look.style.paint(content.troubles, .bad)
    return Style.cut(
      look.style.paint("\(title)   \(counts)", .heading) + troubles, to: state.size.columns)
  }

  private let keys = "r run  s stop  p pause  e explain  l logs  ? help  q quit"

  /// Returns the last line: the question, else the last answer, else the keys.
  private func lastLine(_ keys: String) -> String {
    if let question = state.question {
      return paint("\(question.text) y yes, any other key no", .warning)
    }
    if let message = state.message { return paint(message.text, message.role) }
    return paint(keys, .dim)
  }

  /// Returns the text, cut to the screen and painted.
  private func paint(_ text: String, _ role: Role) -> String {
    look.style.paint(text.visible.cut(to: state.size.columns), role)
  }

  /// Returns the titles and the shown rows of a section.
  private func sectionLines(_ section: TopEntry.Section) -> [String] {
    let entries = state.content?.entries(in: section) ?? []
    let range = shownRange(section)
    let showsAll = range.count == entries.count
    let numbers =
      showsAll
      ? "\(entries.count)" : "\(range.lowerBound + 1)-\(range.upperBound) of \(entries.count)"
    let name = "\(section)".uppercased()
    guard !entries.isEmpty else {
      let title = paint("  \(name)", .heading)
      let hasRoom = state.layout.rows[section.rawValue] > 0
      return hasRoom ? [title, paint("  \(emptyText(section))", .dim)] : [title]
    }
    var table = TopTable(titles(section, "\(name) \(numbers)"), look.style, state.size.columns)
    for (index, cells) in zip(range, rowCells(section, range)) {
      table.add(cells, isSelected: state.selected == entries[index])
    }
    return table.lines
  }

  /// Returns the text in place of the rows of an empty section.
  private func emptyText(_ section: TopEntry.Section) -> String {
    switch section {
    case .running: "Nothing runs."
    case .waiting: "No requests wait."
    case .ended: "No run has ended yet."
    }
  }

  /// Returns the positions of the shown lines of a section.
  private func shownRange(_ section: TopEntry.Section) -> Range<Int> {
    let count = state.content?.entries(in: section).count ?? 0
    let first = min(state.offsets[section.rawValue], count)
    return first..<min(count, first + state.layout.rows[section.rawValue])
  }

  /// Returns the shown runs of the section of current or of ended runs.
  private func shownRuns(_ section: TopEntry.Section) -> ArraySlice<RunInfo> {
    guard let content = state.content else { return [] }
    let runs = section == .running ? content.running : content.ended
    return runs[shownRange(section)]
  }
}

// MARK: - Rows

extension TopScreen {
  /// Returns the columns of a section.
  ///
  /// - Parameter nameAndPositions: The title of the first column, such as `WAITING 1-8 of 20`.
  private func titles(
    _ section: TopEntry.Section, _ nameAndPositions: String
  ) -> [Table.Column] {
    let titlesBehindName =
      switch section {
      case .running: ["RUN", "STATE", "LEFT", "BUDGET", "DETAILS"]
      case .waiting: ["KIND", "NEXT", "LATEST", "REASON"]
      case .ended: ["RUN", "ENDED", "TOOK", "OUTCOME", "DETAILS"]
      }
    let owner = look.owner == nil ? [] : ["OWNER"]
    let numbers = ["RUN", "LEFT", "BUDGET", "TOOK"]
    return ([nameAndPositions] + owner + titlesBehindName).map { columnTitle in
      Table.Column(columnTitle, numbers.contains(columnTitle) ? .right : .left)
    }
  }

  /// Returns the cells of the shown lines of a section.
  private func rowCells(_ section: TopEntry.Section, _ range: Range<Int>) -> [[Table.Cell]] {
    switch section {
    case .running: shownRuns(.running).map(cellsOfRunning)
    case .waiting: state.content?.waiting[range].map(cellsOfWaiting) ?? []
    case .ended: shownRuns(.ended).map(cellsOfEnded)
    }
  }

  /// Returns the cell of the column OWNER; none if only the user's own requests are shown.
  private func ownerCells(_ uid: Int64) -> [Table.Cell] {
    look.owner.map { [Table.Cell($0(uid))] } ?? []
  }

  /// Returns the cells of a current run. Some details, such as a freeze, are those of its request.
  private func cellsOfRunning(_ run: RunInfo) -> [Table.Cell] {
    let request = state.content?.request(of: run)
    let isFrozen = run.state == "frozen"
    let freeze = request?.frozenBy.map {
      ReasonWords.state($0) + (request?.frozenSince.map { " since \(clock.dayAndTime($0))" } ?? "")
    }
    let stop = isFrozen ? nil : run.stopReason.map { OutcomeWords.stopReason($0, run.stopMessage) }
    let details =
      [freeze, stop, run.task.flatMap(TaskWords.title), OutcomeWords.stepText(run)]
      + [(run.share ?? request?.share).map(ProgressWords.share)]
    return [Table.Cell(run.name, .accent)] + ownerCells(run.owner) + [
      Table.Cell(String(run.run)),
      Table.Cell(run.state, run.state == "running" ? .good : .warning),
      Table.Cell(budgetLeft(of: run).map(Countdown.text) ?? "-"),
      Table.Cell(DurationText.exact(run.budget), .dim),
      Table.Cell(details.compactMap(\.self).joined(separator: ", "), .dim),
    ]
  }

  /// Returns the cells of a waiting request, as `list` shows it but with dates instead of distances.
  private func cellsOfWaiting(_ request: RequestInfo) -> [Table.Cell] {
    let isOfDevice = ReasonWords.areOfDevice(request.reasons)
    // The device can change at any moment, so the request has no time.
    let next = isOfDevice ? nil : request.next.map(clock.dayAndTime)
    let reason = RequestTable.reasonCell(request, screen)
    return [Table.Cell(request.name, .accent)] + ownerCells(request.owner) + [
      Table.Cell(request.kind), Table.Cell(next ?? "-"),
      Table.Cell(request.latest.map(clock.dayAndTime) ?? "-", .dim),
      Table.Cell(reason.text, reason.role),
    ]
  }

  /// Returns the cells of an ended run, as `runs` shows it.
  private func cellsOfEnded(_ run: RunInfo) -> [Table.Cell] {
    [Table.Cell(run.name, .accent)] + ownerCells(run.owner) + [
      Table.Cell(String(run.run)), Table.Cell(run.end.map(clock.dayAndTime) ?? "-"),
      Table.Cell(run.tookText ?? "-", .dim), OutcomeWords.cell(run),
      Table.Cell(OutcomeWords.detailsWithProgress(run), .dim),
    ]
  }

  /// Returns the rest of a run's budget in seconds, which a frozen run keeps; `nil` if it is not known.
  private func budgetLeft(of run: RunInfo) -> Double? {
    guard let leftAtReading = run.budgetLeft, let content = state.content else { return nil }
    if run.state == "frozen" { return leftAtReading }
    let secondsSinceReading = (moment - content.now).seconds
    return max(0, leftAtReading - secondsSinceReading)
  }

  /// The clock for dates and distances. It stands at the time of the content, so that a line changes only with it.
  private var clock: WallClock {
    WallClock(now: state.content?.now ?? moment, localTime: look.localTime)
  }

  /// The terminal as the place of cells that other verbs show as well.
  private var screen: Screen {
    Screen(style: look.style, width: state.size.columns, clock: clock)
  }
}
