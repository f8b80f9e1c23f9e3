import AtomicFiles
import Report
import Scheduling
import Simulation
import Studies
import Verbs

/// The report of a world: one page with a picture of all its events.
enum WorldReport {
  /// The events that it needs.
  static let keeping: Log.Retention = [.runs, .waits, .story]
  /// The share of the time that simulating the world takes when a page is written.
  private static let worldsShare = 0.9

  /// Simulates the subject's world of one seed and writes its page. Returns the experiment and its log.
  @discardableResult
  static func write(
    _ subject: Subject, seed: UInt64, to path: String
  ) throws(Failure) -> (experiment: Experiment, log: Log) {
    let line = ProgressLine()
    defer { line.wipe() }
    // The simulation is the first part of the progress, and the page is the rest.
    let (experiment, log) = try world(of: subject, seed) { line.show($0 * worldsShare) }
    var story = Story(title: name(of: subject), experiment, log)
    story.facts = [Story.Fact(subject.worlds == .device ? "Device" : "Seed", "\(seed)")]
    let page = ReportPage.text(story) { line.show(worldsShare + (1 - worldsShare) * $0) }
    try TextFile.write(page, to: path)
    return (experiment, log)
  }

  /// Simulates the world of one seed, with a log of the events that a page needs. `progress` receives the simulated
  /// share, 0 to 1.
  private static func world(
    of subject: Subject, _ seed: UInt64, progress: @escaping (Double) -> Void
  ) throws(Failure) -> (experiment: Experiment, log: Log) {
    do throws(SimulationError) {
      let experiment = try subject.experiment(seed: seed)
      return (experiment, try experiment.log(keeping: keeping, progress: progress))
    } catch {
      throw .refused(error.description)
    }
  }

  /// Returns the name of the subject's file without its directories and its extension: `phone` for
  /// `traces/phone.jsonl`.
  private static func name(of subject: Subject) -> String {
    let file = AtomicFile.names(in: subject.name).last ?? "A device"
    return String(file.split(separator: ".").first ?? file[...])
  }
}
