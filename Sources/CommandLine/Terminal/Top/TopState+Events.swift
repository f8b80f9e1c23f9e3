import Control
import Vocabulary

extension TopState {
  /// Applies an event and returns the actions that it causes.
  package mutating func handle(_ event: TopEvent) -> [TopAction] {
    var actions: [TopAction] = []
    switch event {
    case .key(let key): actions = press(key)
    case .resized(let size): self.size = size
    case .content(let content): replaceContent(by: content)
    case .device(let values, let isAll):
      device = isAll ? values : device.merging(values) { $1 }
    case .lost(let sentence):
      loss = sentence
      // Without a daemon, its action is not possible.
      question = nil
    case .explained(let explanation):
      let now = content?.now ?? WallTime(seconds: 0)
      page = .explanation(explanation, at: now)
      pageOffset = 0
    case .answered(let text, let isRefusal):
      message = Table.Cell(text, isRefusal ? .bad : .good)
    }
    scrollToSelection()
    return actions
  }

  /// Replaces the content by a new one. The selection stays on its line. If that no longer exists, it moves to the line
  /// of the same request in another section, else to its ended run, else to the line that is now at its position.
  private mutating func replaceContent(by content: TopContent) {
    let oldPosition = selected.flatMap { entries.firstIndex(of: $0) } ?? 0
    self.content = content
    loss = nil
    let newEntries = entries
    guard let old = selected else {
      selected = newEntries.first
      return
    }
    if newEntries.contains(old) { return }
    let isOfRequest = { (entry: TopEntry) in
      entry.section != .ended && old.section != .ended && entry.isOfSameRequest(as: old)
    }
    let isEndOfRun = { (entry: TopEntry) in
      entry.section == .ended && entry.run != nil && entry.run == old.run
    }
    let nearestPosition = max(0, min(oldPosition, newEntries.count - 1))
    selected =
      newEntries.first(where: isOfRequest) ?? newEntries.first(where: isEndOfRun)
      ?? newEntries.dropFirst(nearestPosition).first
  }

  /// Scrolls each section by as few lines as possible, so that the selected line is shown. Limits the offsets to the
  /// ends of the sections and of the page. Called after each event, since lists, sizes and the selection change.
  private mutating func scrollToSelection() {
    for section in TopEntry.Section.allCases {
      let entries = content?.entries(in: section) ?? []
      let rows = layout.rows[section.rawValue]
      let largestOffset = max(0, entries.count - rows)
      var offset = min(offsets[section.rawValue], largestOffset)
      if let selectedIndex = selected.flatMap({ entries.firstIndex(of: $0) }) {
        let offsetWithSelectionLast = selectedIndex - rows + 1
        let offsetWithSelectionFirst = selectedIndex
        offset = min(max(offset, offsetWithSelectionLast), offsetWithSelectionFirst)
      }
      offsets[section.rawValue] = max(0, offset)
    }
    let largestPageOffset = pageText.count - pageRows
    pageOffset = max(0, min(pageOffset, largestPageOffset))
  }
}

// MARK: - Keys

extension TopState {
  /// Applies a key and returns the actions that it causes. With an open question, `y` answers it with yes and any other
  /// key with no.
  private mutating func press(_ key: TopKey) -> [TopAction] {
    message = nil
    switch key {
    case .interrupt: return [.quit]
    case .suspend: return [.suspend]
    case .redraw: return [.redraw]
    default: break
    }
    if let question {
      self.question = nil
      return key == .character("y") ? [question.action] : []
    }
    return page == nil ? pressInLists(key) : pressInPage(key)
  }

  /// Moves in the page, or closes it.
  private mutating func pressInPage(_ key: TopKey) -> [TopAction] {
    switch key {
    case .character("q"), .character("?"), .character("e"), .escape, .enter: page = nil
    default: if let lineCount = step(of: key, page: pageRows) { pageOffset += lineCount }
    }
    return []
  }

  /// Moves the selection, opens the help, or acts on the selected line.
  private mutating func pressInLists(_ key: TopKey) -> [TopAction] {
    switch key {
    case .character("q"): return [.quit]
    case .character("?"), .character("h"):
      page = .help
      pageOffset = 0
    case .tab: selectNextSection()
    default:
      let rows = selected.map { layout.rows[$0.section.rawValue] } ?? 1
      // A key that does not move the selection acts on it.
      guard let lineCount = step(of: key, page: rows) else { return actOnSelection(key) }
      move(by: lineCount)
    }
    return []
  }

  /// Returns the number of lines that a key moves by, negative for up; `nil` if the key does not move. The keys for the
  /// first and the last line have a number beyond any list, which the caller limits.
  ///
  /// - Parameter page: The number of shown lines, by which PgUp and PgDn move.
  private func step(of key: TopKey, page: Int) -> Int? {
    let toEnd = Int(Int32.max)
    return switch key {
    case .up, .character("k"): -1
    case .down, .character("j"): 1
    case .pageUp: -max(1, page)
    case .pageDown, .character(" "): max(1, page)
    case .home, .character("g"): -toEnd
    case .end, .character("G"): toEnd
    default: nil
    }
  }

  /// Moves the selection by this number of lines, at most to the first or last line.
  private mutating func move(by step: Int) {
    let entries = entries
    guard let index = selected.flatMap({ entries.firstIndex(of: $0) }) else { return }
    selected = entries[max(0, min(index + step, entries.count - 1))]
  }

  /// Selects the first line of the next section that has one. The first section follows the last one.
  private mutating func selectNextSection() {
    guard let selected, let content else { return }
    let sections = TopEntry.Section.allCases
    let start = selected.section.rawValue
    // The sections below the selected one, then those above it, then the selected one itself.
    let nextSections = sections[(start + 1)...] + sections[...start]
    let firstEntries = nextSections.compactMap { content.entries(in: $0).first }
    self.selected = firstEntries.first
  }

  /// Returns the actions of a key for the selected line. Asks a question or shows a message instead if the key needs
  /// consent, does not apply to the line, or if no daemon runs.
  private mutating func actOnSelection(_ key: TopKey) -> [TopAction] {
    let isAction = "rRspel".contains { key == .character($0) } || key == .enter
    guard isAction, let selected else { return [] }
    guard loss == nil else {
      message = Table.Cell("rubatod does not run; wait until it has started again", .bad)
      return []
    }
    switch key {
    case .character("r"): return [.run(selected, isForced: false)]
    case .character("R"):
      question = Question(
        text: "Start \(selected.name) now, despite the reasons to wait?",
        action: .run(selected, isForced: true))
    case .character("s") where selected.section == .running:
      let run = selected.run.map { " (run \($0))" } ?? ""
      question = Question(text: "Stop \(selected.name)\(run)?", action: .stop(selected))
    case .character("s"):
      message = Table.Cell("\(selected.name) does not run; select a line of RUNNING", .bad)
    case .character("p"):
      return [content?.isPaused(selected) == true ? .resume(selected) : .pause(selected)]
    case .character("l"): return [.follow(selected)]
    // The other keys of `isAction`: e and Enter.
    default: return [.explain(selected)]
    }
    return []
  }
}
