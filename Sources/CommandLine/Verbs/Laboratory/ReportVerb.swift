import ArgumentParser
import Control
import Terminal
import Vocabulary

/// Shows the recorded past.
package struct ReportVerb: LaboratoryVerb {
  package static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Show the past days of the device and of requests, as a table or a page.",
    discussion: """
      The table has the runs of each request, their cost, and the reasons why it waited; \
      docs/simulate.md describes its columns. With -o, a \
      page for browsers also has a timeline, as that of `rubatoctl simulate --report`. Times in which \
      no daemon ran, or that are no longer recorded, are shown as gaps. docs/retention.md describes \
      the recorded data.

      rubatoctl report --since 7d -o week.html

      --bench reads the life of an app on a bench instead, which its tests write to the directory \
      RUBATO_BENCH_RECORDINGS. docs/testing-apps.md describes benches.

      rubatoctl report --bench lives/NewsTests.newsAreFresh-1.json -o life.html
      """)

  @Argument(
    help: ArgumentHelp(
      "Request ids, or patterns such as 'encode-*' (default: all).", valueName: "id"),
    completion: RequestNames.completion)
  var ids: [String] = []

  @Option(
    help: ArgumentHelp(
      "Begin then: a time, or a duration before now (default: \(Self.usualSince)).",
      valueName: "when"))
  var since: String?

  @Option(
    help: ArgumentHelp(
      "End then: a time, or a duration before now (default: now).", valueName: "when"))
  var until: String?

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Write an HTML page to this file.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  package var output: String?

  @Option(
    help: ArgumentHelp("Read the life of an app on a bench from this file.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  package var bench: String?

  @OptionGroup var filter: FilterOptions
  @OptionGroup package var connection: ConnectionOptions

  /// The beginning without `--since`.
  private static let usualSince = "7d"

  package init() {}

  package func validate() throws {
    let selects = !ids.isEmpty || since != nil || until != nil || filter.app != nil
    guard bench == nil || !selects else {
      throw ValidationError(
        "--bench reads a whole life; omit ids, --since, --until and --app.")
    }
  }

  /// Whether requests of several users are shown, so that names need an owner.
  package var showsOwners: Bool { filter.allUsers }
}

/// The answers of the daemon for a report.
package struct RecordedPast {
  package var range: Range<WallTime>
  /// The daemon's time.
  package var now: WallTime
  /// The entries of the log of the past, oldest first, also those before the range.
  package var entries: [PastEntryInfo] = []
  /// The runs, newest first, at least those in the range.
  package var runs: [RunInfo] = []

  /// Creates a past without entries and runs.
  package init(range: Range<WallTime>, now: WallTime) { (self.range, self.now) = (range, now) }
}

extension ReportVerb {
  /// Reads the past of the selected requests. Throws if the times are not allowed, or if ids were given and none of
  /// them has an entry or a run in the range.
  package func recordedPast(_ session: Session) throws(Failure) -> RecordedPast {
    let now = UniversalTime.parse(try session.call(GetClock()).now) ?? MachineZone.now
    let startText = since ?? Self.usualSince
    let start = try session.pastTime(startText, of: "--since").flatMap(UniversalTime.parse) ?? now
    let end = try session.pastTime(until, of: "--until").flatMap(UniversalTime.parse) ?? now
    guard start < end else {
      throw .notAllowed("--since", startText, allowed: "a time before --until, such as 7d")
    }
    var past = RecordedPast(range: start..<end, now: now)
    // Entries other than waits are of the device, not of a request, so they are kept for every selection.
    let isWait = { (entry: PastEntryInfo) in entry.event == "wait" }
    past.entries = try allEntries(session).filter { entry in
      !isWait(entry) || includes(entry.app, entry.id ?? "")
    }
    past.runs = try runs(session, from: UniversalTime.text(start)).filter {
      includes($0.app, $0.id)
    }
    let hasPastOfRequests = past.entries.contains(where: isWait) || !past.runs.isEmpty
    guard ids.isEmpty || hasPastOfRequests else {
      throw RequestPattern.noMatchFailure("recorded request", ids, [], "runs")
    }
    return past
  }

  /// Whether the options select the request with this id and app.
  private func includes(_ app: String?, _ id: String) -> Bool {
    (filter.app == nil || filter.app == app) && RequestPattern.includes(ids, app: app, id: id)
  }

  /// Reads all entries of the log of the past, page by page.
  private func allEntries(_ session: Session) throws(Failure) -> [PastEntryInfo] {
    var entries: [PastEntryInfo] = []
    var nextPosition: Int64? = 0
    while let next = nextPosition {
      let page = try session.call(
        GetPast(after: next, owner: try filter.owner.uid(), allUsers: filter.asksForAllUsers))
      entries += page.entries
      nextPosition = page.next
    }
    return entries
  }

  /// Reads the runs, newest first and page by page, until all runs of a page ended before `start`.
  private func runs(_ session: Session, from start: String) throws(Failure) -> [RunInfo] {
    let pageSize: Int64 = 1000
    var allRuns: [RunInfo] = []
    while true {
      let page = try session.call(
        Runs(
          app: filter.app, owner: try filter.owner.uid(), allUsers: filter.asksForAllUsers,
          limit: pageSize, before: allRuns.last?.run)
      ).runs
      allRuns += page
      // Times in RFC 3339 sort like texts. A run without an end is in progress, so it is in the range.
      let isBeforeRange = page.allSatisfy { run in run.end.map { $0 < start } ?? false }
      let isLastPage = page.count < pageSize
      if isLastPage || isBeforeRange { return allRuns }
    }
  }
}
