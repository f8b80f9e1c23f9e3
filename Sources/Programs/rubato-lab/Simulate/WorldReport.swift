import Report
import Scheduling
import Simulation
import Verbs

/// The report of a world: one page, with a picture of all that happened in it.
enum WorldReport {
  /// What of a world has to be kept for it.
  static let keeping: Log.Retention = [.runs, .waits, .story]
  /// How much of the time goes by in the world, where a page is made of it.
  private static let worldsShare = 0.9

  /// Lives through the subject's world of one seed and writes its page. Returns what happened.
  @discardableResult
  static func write(
    _ subject: Subject, seed: UInt64, to path: String
  ) throws(Failure) -> (experiment: Experiment, log: Log) {
    let line = ProgressLine()
    defer { line.wipe() }
    let (experiment, log) = try world(of: subject, seed) { line.show($0 * worldsShare) }
    var story = Story(title: name(of: subject), experiment, log)
    story.facts = [Story.Fact(subject.worlds == .device ? "Device" : "Seed", "\(seed)")]
    let page = ReportPage.text(story) { line.show(worldsShare + (1 - worldsShare) * $0) }
    try TextFile.write(page, to: path)
    return (experiment, log)
  }

  private static func world(
    of subject: Subject, _ seed: UInt64, progress: @escaping (Double) -> Void
  ) throws(Failure) -> (Experiment, Log) {
    do throws(SimulationError) {
      let experiment = try subject.experiment(seed: seed)
      return (experiment, try experiment.log(keeping: keeping, progress: progress))
    } catch {
      throw .refused(error.description)
    }
  }

  /// `phone` of `traces/phone.jsonl`.
  private static func name(of subject: Subject) -> String {
    let file = subject.name.split(separator: "/").last ?? "A device"
    return String(file.split(separator: ".").first ?? file)
  }
}
