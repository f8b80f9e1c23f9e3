import Control
import Scheduling
import Simulation
import Studies
import Terminal
import Verbs

/// Simulates the worlds of all seeds, and reports the kept promises.
struct PromiseCheck {
  let expectations: Expectations
  let subject: Subject
  let world: WorldOptions
  /// The file for JUnit XML; `nil` if there is none.
  let junit: String?
  /// The number of processes.
  let jobs: Int
  let progress: ProgressForm

  /// Checks the promises, writes the JUnit XML if requested, and prints the results. Throws `negative` if a promise is
  /// broken.
  func run(asJSON: Bool) throws(Failure) {
    let report = try makeReport()
    if let junit {
      try TextFile.write(JUnitReport.text([report]) { command($1) }, to: junit)
    }
    Output.print(
      asJSON
        ? JSONLayout.indented(PromiseAnswer(report, command))
        : lines(report).joined(separator: "\n"))
    if !report.isKept { throw .negative }
  }

  /// Simulates all worlds and checks the promises in each of them. Shows the progress.
  private func makeReport() throws(Failure) -> ExpectationReport {
    let count = max(1, expectations.seeds)
    let progress = SimulationProgress(progress, of: subject.worlds, in: nil, count: count)
    defer { progress.wipe() }
    progress.show(done: 0, last: nil)
    var report = ExpectationReport(expectations, of: subject)
    let pool = ProcessPool(
      jobs: min(jobs, count), name: { "\(subject.worlds) \(seed($0))" },
      work: { number throws(SimulationError) in
        try expectations.cases(in: subject, seed: seed(number))
      })
    try pool.answers(for: 0..<count) { (number, cases) throws(Failure) in
      report.add(cases, seed: seed(number))
      progress.show(done: number + 1, last: seed(number))
    }
    return report
  }

  /// Returns the seed or the number of the device of a world.
  ///
  /// - Parameter place: The place of the world, from 0.
  private func seed(_ place: Int) -> UInt64 { subject.seed &+ UInt64(place) }

  /// Returns the command line of rubatoctl that simulates one of the worlds, by the number of its seed or of its
  /// device.
  private func command(_ number: UInt64) -> String {
    (world.commandWords + choice(of: number)).map(ShellText.quoted).joined(separator: " ")
  }

  /// Returns the options that choose one of the worlds: a seed, or a device.
  private func choice(of number: UInt64) -> [String] {
    guard subject.worlds == .device else { return ["--seed", "\(number)"] }
    let seed = world.seed.map { ["--seed", $0] } ?? []
    // The population of the command must contain the device.
    let count = max(expectations.seeds, Int(number))
    return seed
      + PopulationAnswer.options(of: number, among: count, isTrace: world.trace != nil)
  }

  /// Returns a line for each promise, and a sentence for each broken one or one sentence that all are kept.
  private func lines(_ report: ExpectationReport) -> [String] {
    let broken = report.results.filter { !$0.isKept }
    var lines = report.results.map { result in
      "\(result.isKept ? "kept  " : "BROKEN")  \(result.promise.text)"
        + (result.cases.count > 1 ? "  (\(result.kept) of \(result.cases.count))" : "")
    }
    if broken.isEmpty {
      lines.append("All \(report.results.count) promises are kept.")
    } else {
      lines += [""] + broken.map { $0.sentence(report.worlds, command) }
    }
    return lines
  }
}

/// The answer for programs.
private struct PromiseAnswer: Encodable {
  struct Row: Encodable {
    var promise: String
    var isKept: Bool
    var kept: Int
    var worlds: Int
    @ExplicitNull var message: String?
    @ExplicitNull var worst: UInt64?
  }

  var name: String
  /// The kind of number that identifies a world.
  var by: String
  var isKept: Bool
  var promises: [Row]

  /// Converts the results for programs. A broken promise has a sentence with the command that shows its worst world.
  init(_ report: ExpectationReport, _ command: (UInt64) -> String) {
    name = report.name
    by = report.worlds.rawValue
    isKept = report.isKept
    promises = report.results.map { result in
      Row(
        promise: result.promise.text, isKept: result.isKept, kept: result.kept,
        worlds: result.cases.count,
        message: result.isKept ? nil : result.sentence(report.worlds, command),
        worst: result.worst?.seed)
    }
  }
}
