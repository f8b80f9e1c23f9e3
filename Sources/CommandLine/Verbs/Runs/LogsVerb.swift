import ArgumentParser
import Control
import Terminal
import Varlink

struct LogsVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(
    commandName: "logs", abstract: "Show the output of a run.",
    usage: """
      rubatoctl logs [-f] [--since <time>] <id>
      rubatoctl logs [-f] --run <number>
      """,
    discussion: """
      rubatoctl logs -f backup

      A time is a day and a time of day ('Fri 18:00', 3am, 'yesterday 01:00'), which means the last such time, a \
      duration ago (90s, 2h, 7d), or RFC 3339.
      """)

  @OptionGroup var runOptions: RunOptions

  @Flag(
    name: [.customShort("f"), .long],
    help:
      "Follow the output until the run ends; with an id, follow later runs too, until the request is removed."
  )
  var follow = false

  @Option(
    help: ArgumentHelp(
      "Show the output of all runs that were running at this time or later.", valueName: "time"))
  var since: String?

  @OptionGroup var connection: ConnectionOptions

  /// Refuses `--since` for a single run.
  func validate() throws {
    if since != nil, runOptions.run != nil {
      throw ValidationError("--since is for the runs of a request; give the id of the request")
    }
  }

  /// Prints the output of the selected runs. With `--follow`, prints later output and the ends of runs as they arrive.
  func perform(_ session: Session) throws(Failure) {
    let target = try runOptions.requestOrRun(session)
    let call = Logs(
      run: target.run, id: target.id, app: runOptions.app,
      owner: try runOptions.owner.uid(), follow: follow ? true : nil,
      since: try session.pastTime(since, of: "--since"))
    // Without --follow and --since, a request has the output of its newest run only.
    let canHaveSeveralRuns = target.run == nil && (follow || since != nil)
    var printer = OutputPrinter(layout(session), namesRuns: canHaveSeveralRuns)
    if follow {
      if !session.isJSON { try adviseIfNotRun(call, session) }
      try session.readOutput(call) { piece in
        printer.add(piece)
        if let run = piece.ended, !session.isJSON { printEnd(of: run) }
        return Output.failure == nil ? .goOn : .stop
      }
    } else {
      try session.receiveReplies(to: call) { printer.add($0) }
      if since == nil { printer.adviseIfSilent(target.id) }
    }
    printer.endOutput()
  }

  /// Prints advice if the request has not run, or not since `--since`, since following then shows nothing for a
  /// while.
  private func adviseIfNotRun(_ call: Logs, _ session: Session) throws(Failure) {
    guard let id = call.id else { return }
    let newest: RunInfo?
    do throws(Failure) {
      let runs = Runs(id: id, app: call.app, owner: call.owner, limit: 1)
      newest = try session.call(runs).runs.first
    } catch {
      // The request does not exist, which is reported next.
      if error.isNotFound { return }
      throw error
    }
    let time: String
    if let newest {
      // Both times are RFC 3339 in UTC, which sort like texts. A current run has no end, and always counts.
      guard let since = call.since, let end = newest.end, end < since else { return }
      time = "since then"
    } else {
      time = "yet"
    }
    Output.advise(
      "\(id) has not run \(time); its output follows once it does. `rubatoctl explain \(id)` shows why it waits."
    )
  }

  /// Prints the end of a run to standard error, and what follows for its request, unless the daemon ends meanwhile. The
  /// following connection is busy, so another one reads the state of the request.
  private func printEnd(of run: RunInfo) {
    var text = RunCard.sentence(run, id: run.id)
    // The sentence on a completed run does not depend on the state of its request.
    if run.outcome != "completed", let session = try? Session(connection, onlyReads: true),
      let screen = try? session.screen(), let queued = try? queuedRequests(of: run, session)
    {
      text = RunCard.endSentences(run, queued.first, on: screen)
    }
    Output.printError(Screen.standardError.wrap(text))
  }

  /// Returns the request of the run; nothing if it is no longer queued.
  private func queuedRequests(
    of run: RunInfo, _ session: Session
  ) throws(Failure) -> [RequestInfo] {
    do throws(Failure) {
      return try session.call(List(id: run.id, app: run.app, owner: run.owner)).requests
    } catch {
      guard error.isNotFound else { throw error }
      return []
    }
  }

  /// Returns the layout: text, or with `--json` one run, a list of runs, or a line for each piece.
  private func layout(_ session: Session) -> OutputPrinter.Layout {
    if !session.isJSON { return .text }
    if follow { return .jsonLines }
    return since == nil ? .json : .jsonArray
  }
}

/// A printer for pieces of output as they arrive.
struct OutputPrinter {
  enum Layout {
    /// The text of the runs.
    case text
    /// One object for the only run, printed at the end.
    case json
    /// An array with an object for each run, printed at the end.
    case jsonArray
    /// An object on a line for each piece of output.
    case jsonLines
  }

  private let layout: Layout
  private let namesRuns: Bool
  /// The runs whose output has arrived, in its order.
  private var runs: [RunOutput] = []
  /// Whether the beginning of the output of a run was deleted.
  private var isTruncated = false
  /// Whether the last run has no output.
  private var isSilent = false
  /// Whether the last run has ended.
  private var hasEnded = false

  private struct RunOutput: Encodable {
    var run: Int64
    var text: String
    var truncated: Bool
  }

  /// - Parameter namesRuns: Whether to print on standard error where the output of a run begins.
  init(_ layout: Layout, namesRuns: Bool) {
    (self.layout, self.namesRuns) = (layout, namesRuns)
  }

  /// Prints a piece of output, or keeps it if the layout is printed as a whole at the end. With `namesRuns`, the
  /// first piece of a run is preceded by its number.
  mutating func add(_ piece: Logs.Reply) {
    let isNew = runs.last?.run != piece.run
    // A new run is silent until one of its pieces has text.
    isSilent = (isNew || isSilent) && piece.text.isEmpty && !piece.truncated
    hasEnded = piece.ended != nil
    switch layout {
    case .text:
      if isNew, namesRuns { Output.printError("-- run \(piece.run) --") }
      Output.write(piece.text)
    case .jsonLines:
      // The first piece of a run reports the run even without text.
      let isWorthALine = !piece.text.isEmpty || isNew
      let line = RunOutput(run: piece.run, text: piece.text, truncated: piece.truncated)
      if isWorthALine { Output.print(JSONLayout.compact(line)) }
    case .json, .jsonArray: break
    }
    record(piece, isNew: isNew)
  }

  /// Records the run of a piece and whether its output is truncated. Its text is kept only for JSON that is printed
  /// at the end.
  private mutating func record(_ piece: Logs.Reply, isNew: Bool) {
    if isNew { runs.append(RunOutput(run: piece.run, text: "", truncated: false)) }
    let last = runs.count - 1
    if layout == .json || layout == .jsonArray { runs[last].text += piece.text }
    if piece.truncated, !runs[last].truncated {
      runs[last].truncated = true
      isTruncated = true
    }
  }

  /// Prints advice if the last run has no output.
  ///
  /// - Parameter id: The typed request; `nil` if a run was typed.
  func adviseIfSilent(_ id: String?) {
    guard layout == .text, isSilent, let run = runs.last?.run else { return }
    let name = id.map { "run \(run) of \($0)" } ?? "run \(run)"
    if !hasEnded { return Output.printError("rubatoctl: \(name) has printed nothing yet") }
    // With the id of a request, the newest run was selected, whose output is kept the longest.
    let doubt = id == nil ? ", or its output was deleted" : ""
    Output.printError("rubatoctl: \(name) printed nothing\(doubt)")
  }

  /// Ends the output: completes the text with a warning if older output is missing, or prints the kept JSON.
  func endOutput() {
    switch layout {
    case .text:
      Output.endText()
      if isTruncated {
        Output.printError("rubatoctl: the daemon no longer has the beginning of this output")
      }
    case .json: if let run = runs.last { Output.print(JSONLayout.indented(run)) }
    case .jsonArray: Output.print(JSONLayout.indented(runs))
    case .jsonLines: break
    }
  }
}
