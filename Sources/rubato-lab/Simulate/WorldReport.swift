import Report
import Scheduling
import Simulation
import Verbs

/// The report of a world: one page, with a picture of all that happened in it.
enum WorldReport {
  /// Lives through the subject's world of one seed and writes its page.
  static func write(_ subject: Subject, seed: UInt64, to path: String) throws(Failure) {
    let story = try story(subject, seed)
    try TextFile.write(ReportPage.text(story), to: path)
  }

  private static func story(_ subject: Subject, _ seed: UInt64) throws(Failure) -> Story {
    do throws(SimulationError) {
      let experiment = try subject.experiment(seed: seed)
      let line = ProgressLine()
      defer { line.wipe() }
      let log = try experiment.log(keeping: [.runs, .waits, .story], progress: line.show)
      var story = Story(title: name(of: subject), experiment, log)
      story.facts = [Story.Fact(subject.worlds == .device ? "Device" : "Seed", "\(seed)")]
      return story
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
