import ArgumentParser
import Scheduling
import Simulation
import Terminal

struct SimulateVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Live through a recorded trace of a device in a second, without a daemon.",
    discussion: """
      The scheduler of the daemon runs in a virtual world: the trace tells what the device and its \
      user did, the work is modelled. Each app of the trace keeps one refresh waiting, and each day \
      has one piece of processing work of five minutes, for power and idleness. The same trace, \
      seed and options give the same bytes. docs/simulate.md tells the format of traces, and what \
      the figures mean.
      """)

  @Option(help: ArgumentHelp("The trace, JSON lines; - is standard input.", valueName: "file"))
  var trace: String

  @Option(help: ArgumentHelp("Write every run into this file, JSON lines.", valueName: "file"))
  var runs: String?

  @Option(
    help: ArgumentHelp(
      "Let the device spend energy on about so many refreshes a day.", valueName: "number"))
  var refreshesPerDay: Int?

  @Option(help: "Decides what the trace leaves open: lengths of runs, minutes of coarse opens.")
  var seed: UInt64 = 1

  @Option(help: ArgumentHelp("Only so many days from the beginning on.", valueName: "number"))
  var days: Double?

  @Option(
    help: ArgumentHelp(
      "Report processing apart before and from this day on; may be repeated.",
      valueName: "YYYY-MM-DD"))
  var split: [String] = []

  @Option(
    help: ArgumentHelp(
      "When each day's processing work is handed in, and its day begins.", valueName: "HH:MM"))
  var workAt = "00:00"

  @Flag(help: "Print JSON for programs.")
  var json = false

  /// About a century of a busy phone.
  private static let longestTrace = 1_000_000_000

  func validate() throws {
    if let refreshesPerDay, !(1...100_000).contains(refreshesPerDay) {
      throw ValidationError(
        "--refreshes-per-day is \(refreshesPerDay); allowed are 1 to 100000")
    }
    if let days, !(days > 0 && days <= 36_600) {
      throw ValidationError("--days is \(days); allowed are more than 0 and up to 36600")
    }
    _ = try options()
  }

  func run() throws {
    let text = try TextFile.read(trace, limit: Self.longestTrace)
    let result = try simulate(text)
    if let runs { try TextFile.write(RunsFile.text(result.runs), to: runs) }
    if json {
      Output.print(JSONLayout.indented(result.report))
    } else {
      let screen = Screen.standardOutput(now: WallTime(seconds: 0))
      Output.print(SimulationText.lines(result.report, on: screen).joined(separator: "\n"))
    }
  }

  private func simulate(_ text: String) throws -> Simulator.Result {
    do {
      return try Simulator.run(TraceReader.read(text, named: trace), try options())
    } catch let error as TraceError {
      throw Failure.refused(error.description)
    } catch let error as SimulationError {
      throw Failure.refused(error.description)
    }
  }

  private func options() throws -> Simulator.Options {
    var options = Simulator.Options()
    options.seed = seed
    options.days = days
    options.refreshesPerDay = refreshesPerDay
    guard let work = UniversalTime.parse("1970-01-01T\(workAt):00Z") else {
      throw ValidationError("--work-at is '\(workAt)'; allowed are times of day such as 18:00")
    }
    options.model.dayBegins = work - WallTime(seconds: 0)
    options.splits = try split.map { day in
      guard let time = UniversalTime.parse("\(day)T00:00:00Z") else {
        throw ValidationError("--split is '\(day)'; allowed are days such as 2026-01-01")
      }
      return time.day()
    }
    return options
  }
}
