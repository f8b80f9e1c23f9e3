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
    parsing: .unconditional,
    help: ArgumentHelp(
      "Let the device spend energy on about so many refreshes a day.", valueName: "number"))
  var refreshesPerDay: String?

  @Option(
    parsing: .unconditional,
    help: "Decides what the trace leaves open: lengths of runs, minutes of coarse opens.")
  var seed = "1"

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Only so many days from the beginning on.", valueName: "number"))
  var days: String?

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

  func run() throws {
    let options = try options()
    let text = try TextFile.read(trace, limit: Self.longestTrace)
    let result = try simulate(text, options)
    if let runs { try TextFile.write(RunsFile.text(result.runs), to: runs) }
    if json {
      Output.print(JSONLayout.indented(result.report))
    } else {
      let screen = Screen.standardOutput(now: WallTime(seconds: 0))
      Output.print(SimulationText.lines(result.report, on: screen).joined(separator: "\n"))
    }
  }

  private func simulate(
    _ text: String, _ options: Simulator.Options
  ) throws -> Simulator.Result {
    do {
      return try Simulator.run(TraceReader.read(text, named: trace), options)
    } catch let error as TraceError {
      throw Failure.refused(error.description)
    } catch let error as SimulationError {
      throw Failure.refused(error.description)
    }
  }

  private func options() throws(Failure) -> Simulator.Options {
    var options = Simulator.Options()
    options.seed =
      try OptionValue.read(seed, of: "--seed", allowed: "a whole number from 0", UInt64.init) ?? 1
    options.days = try OptionValue.read(
      days, of: "--days", allowed: "more than 0, up to 36600 days"
    ) { text in Double(text).flatMap { $0 > 0 && $0 <= 36_600 ? $0 : nil } }
    options.refreshesPerDay = try OptionValue.read(
      refreshesPerDay, of: "--refreshes-per-day", allowed: "1 to 100000"
    ) { text in Int(text).flatMap { (1...100_000).contains($0) ? $0 : nil } }
    let work = try OptionValue.read(workAt, of: "--work-at", allowed: "a time such as 18:00") {
      UniversalTime.parse("1970-01-01T\($0):00Z")
    }
    options.model.dayBegins = (work ?? WallTime(seconds: 0)) - WallTime(seconds: 0)
    for day in split {
      let time = try OptionValue.read(day, of: "--split", allowed: "a day such as 2026-01-01") {
        UniversalTime.parse("\($0)T00:00:00Z")
      }
      if let time { options.splits.append(time.day()) }
    }
    return options
  }
}
