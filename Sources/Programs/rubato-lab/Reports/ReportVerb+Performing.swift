import Control
import Report
import Scheduling
import Terminal
import Verbs

extension ReportVerb: LaboratoryWork {
  /// Reads the past from the daemon, or the life of a bench. Writes the page, or prints the table or JSON.
  func perform() throws {
    let life = try bench.map { file throws(Failure) in try BenchLife(file: file) }
    let recorded = try life?.past ?? recordedPast(Session(connection))
    let past = Past(recorded)
    let showsOwners = showsOwners
    var story = Story(title: life?.title ?? "Past of this machine", past) { key in
      showsOwners ? "\(Users.name(Int64(key.owner))):\(key.id)" : key.id
    }
    // A bench is in UTC.
    if life == nil { story.zones = Self.zoneChanges(in: past.range) }
    life?.complete(&story)
    if let output { try TextFile.write(ReportPage.text(story), to: output) }
    let report = PastReport(story, past)
    if connection.json {
      Output.print(JSONLayout.indented(report))
    } else if output == nil {
      let screen = Screen.standardOutput(now: recorded.now)
      Output.print(PastText.lines(report, on: screen).joined(separator: "\n"))
    }
  }

  /// Returns the offset of this machine's time zone at the start of `range`, and each later change of it, to the hour.
  /// The page shows local times by them.
  private static func zoneChanges(in range: Range<WallTime>) -> [Story.Zone] {
    let zone = MachineZone()
    var zones: [Story.Zone] = []
    var moment = range.lowerBound
    while moment < range.upperBound {
      let seconds = zone.secondsFromUTC(at: moment)
      if zones.last?.secondsFromUTC != seconds {
        zones.append(Story.Zone(at: moment, secondsFromUTC: seconds))
      }
      moment = moment + .hours(1)
    }
    return zones
  }
}
