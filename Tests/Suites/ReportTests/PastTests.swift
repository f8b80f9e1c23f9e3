import Foundation
import JSON
import Scheduling
import Simulation
import Studies
import Testing

@testable import Report

/// Stories, figures and texts of a daemon's recorded past.
struct PastTests {
  private static let from = WallTime(seconds: 1_767_571_200)
  private let key = RequestKey(owner: 1000, id: "backup")

  private func at(_ hours: Double) -> WallTime { Self.from + .seconds(hours * 3600) }

  private func range(_ hours: Double, _ other: Double) -> Range<WallTime> { at(hours)..<at(other) }

  private func wait(
    _ hours: Double, _ reasons: [Reason]?, key: RequestKey = RequestKey(owner: 1000, id: "backup")
  ) -> PastEntry {
    .wait(PastWait(at: at(hours), key: key, kind: .maintenance, reasons: reasons))
  }

  private func gap(_ hours: Double, _ other: Double, _ cause: PastGap.Cause) -> PastEntry {
    .gap(PastGap(at(hours), at(other), cause))
  }

  private func ended(
    _ number: RunID, _ hours: Double, _ other: Double, _ outcome: Outcome = .completed
  ) -> Past.Ended {
    var run = StoryRun(run: number, range: range(hours, other), outcome: outcome)
    run.cpu = .seconds(90)
    return Past.Ended(key, .maintenance, run)
  }

  /// A day from hour 0 to 24: recorded from hour -2 on, asleep from 8 to 10, without a daemon from 15 to 16.
  private var day: Past {
    Past(
      range(0, 24),
      entries: [
        gap(-3, -2, .stopped), .device(.power(.battery), at: at(-2)),
        .device(.idle(true), at: at(-2)), wait(-1, [.power]), .device(.power(.ac), at: at(4)),
        wait(4, nil), wait(5, [.power, .userActive]), .device(.power(.battery), at: at(6)),
        gap(8, 10, .asleep), wait(12, [.power]), gap(15, 16, .stopped),
        .device(.power(.ac), at: at(16)), wait(16, []), wait(17, nil),
      ],
      runs: [ended(2, 17, 18, .failed), ended(1, 4, 5)])
  }

  @Test func waitsEndWithRunsGapsAndOtherReasons() throws {
    let story = Story(title: "past", day)
    let task = try #require(story.tasks.first)
    #expect(story.tasks.count == 1 && task.id == "backup" && task.kind == .maintenance)
    #expect(
      task.waits.map(\.range) == [
        range(0, 4), range(5, 8), range(10, 12), range(12, 15), range(16, 17),
      ])
    #expect(
      task.waits.map(\.reasons) == [
        [.power], [.power, .userActive], [.power, .userActive], [.power], [],
      ])
    #expect(task.runs.map(\.run) == [1, 2])
  }

  @Test func theDeviceIsUnknownInGapsAndKnownAfterASleep() {
    let story = Story(title: "past", day)
    #expect(story.gaps == [range(8, 10), range(15, 16)])
    let power = story.device.flatMap { moment in
      moment.values.filter { $0.key == "power" }.map { (moment.at, $0.text) }
    }
    #expect(power.map(\.0) == [0, 4, 6, 8, 10, 15, 16].map { at($0) })
    #expect(power.map(\.1) == ["battery", "ac", "battery", nil, "battery", nil, "ac"])
  }

  @Test func runsCountByTheDeviceOfTheirTime() throws {
    let past = Past(
      range(0, 24),
      entries: [
        gap(-1, -1, .stopped), .device(.power(.battery), at: at(1)),
        .device(.network(.cellular), at: at(2)), .device(.power(.ac), at: at(3)),
        .device(.idle(false), at: at(3)),
      ], runs: [ended(1, 0, 4)])
    let run = try #require(Story(title: "past", past).tasks.first?.runs.first)
    #expect(run.onBattery == .hours(2))
    #expect(run.onCellular == .hours(2))
    #expect(run.inUse == .hours(1))
  }

  @Test func timesWithoutEntriesAreAGap() {
    let empty = Past(range(0, 24), entries: [], runs: [])
    #expect(empty.gaps == [PastGap(at(0), at(24), .dropped)])
    #expect(Story(title: "past", empty).device.isEmpty)
    // The first daemon that recorded began in hour 5. Earlier times are unknown.
    let new = Past(
      range(0, 24), entries: [gap(2, 5, .stopped), .device(.power(.ac), at: at(5))], runs: [])
    #expect(new.gaps == [PastGap(at(0), at(5), .dropped)])
    // Entries of a user were dropped up to hour 7.
    let cut = Past(
      range(0, 24),
      entries: [gap(-1, -1, .stopped), wait(3, [.power]), gap(7, 7, .dropped)], runs: [])
    #expect(cut.gaps == [PastGap(at(0), at(7), .dropped)])
    #expect(Story(title: "past", cut).tasks.first?.waits.map(\.range) == [range(7, 24)])
  }

  @Test func entriesDroppedBeforeTheirCommitAreAGapOfTheirTime() {
    let past = Past(
      range(0, 24),
      entries: [
        gap(-1, -1, .stopped), .device(.power(.battery), at: at(-1)), wait(1, [.power]),
        gap(7, 9, .dropped), .device(.power(.ac), at: at(9)), wait(9, []),
      ], runs: [])
    let story = Story(title: "past", past)
    #expect(past.gaps == [PastGap(at(7), at(9), .dropped)])
    #expect(story.tasks.first?.waits.map(\.range) == [range(1, 7), range(9, 24)])
    #expect(story.device.last?.at == at(9))
  }

  /// The clock was two days ahead from the start to hour 5.
  @Test func timesOfAWrongClockEndWithItsCorrection() {
    let past = Past(
      range(0, 24),
      entries: [
        gap(-1, -1, .stopped), .device(.power(.ac), at: at(-1)), wait(1, [.power]),
        gap(2, 50, .stopped), .device(.power(.battery), at: at(50)), wait(50, [.userActive]),
        .device(.power(.battery), at: at(5)), wait(5, [.power]), wait(6, nil),
      ], runs: [])
    #expect(past.gaps == [PastGap(at(2), at(5), .stopped)])
    let waits = Story(title: "past", past).tasks.flatMap(\.waits)
    #expect(waits.map(\.range) == [range(1, 2), range(5, 6)])
    #expect(waits.last?.reasons == [.power])
  }

  /// A user who fills the log does not remove entries of the device and of other users.
  @Test func droppedEntriesOfOneUserAreNoGapOfOthers() {
    let other = RequestKey(owner: 7, id: "flood")
    let dropped = PastEntry.gap(PastGap(at(20), at(20), .dropped, owner: 7))
    let entries = [
      gap(-1, -1, .stopped), wait(1, [.power]), wait(20, [.power], key: other), dropped,
    ]
    let both = Past(range(0, 24), entries: entries, runs: [])
    #expect(both.gaps.isEmpty)
    #expect(
      Story(title: "past", both).tasks.flatMap(\.waits).map(\.range) == [
        range(1, 24), range(20, 24),
      ])
    let own = Past(range(0, 24), entries: [entries[0]] + entries.dropFirst(2), runs: [])
    #expect(own.gaps == [PastGap(at(0), at(20), .dropped)])
  }

  @Test func theFiguresAreThoseOfTheStory() throws {
    let story = Story(title: "past", day)
    let report = PastReport(story, day)
    #expect(abs(report.days * 24 - 21) < 0.001)
    #expect(report.gaps.map(\.cause) == ["asleep", "stopped"])
    let task = try #require(report.tasks.first)
    #expect((task.runs, task.successes, task.failures) == (2, 1, 1))
    #expect(task.cpuSeconds == 180)
    #expect(task.waitedSeconds == 13 * 3600)
    #expect(task.waitSeconds == ["power": 12 * 3600, "userActive": 5 * 3600])
    let text = PastText.lines(report, on: .sample())
    #expect(text[0].contains("runs: 2, requests: 1"))
    #expect(text.contains { $0.contains("the machine was asleep") })
    #expect(text.contains { $0.contains("no daemon is known to have run") })
    #expect(text.contains { $0.hasPrefix("backup  waited for") })
    let later = PastText.lines(report, on: .sample(now: at(24)))
    #expect(later[0].contains(" to today 00:00: runs: 2"), "\(later[0])")
  }

  @Test func thePageHasTheRunsTheWaitsAndTheGaps() throws {
    let page = ReportPage.text(Story(title: "Past of this machine", day))
    #expect(page.contains("Past of this machine") && page.contains("\"backup\""))
    let json = Data(StoryPacker(Story(title: "past", day)).whole.json.utf8)
    let packed = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect(packed["gaps"] as? [Int] == [288_000, 72_000, 180_000, 36_000])
    let tasks = try #require(packed["tasks"] as? [[String: Any]])
    #expect((tasks[0]["runs"] as? [[Int]])?.count == 2)
  }

  /// A simulated life, recorded as a daemon records it, has the figures of the simulation's own report.
  @Test func aSimulatedDayHasTheFiguresOfItsSimulation() throws {
    let start = Self.from
    let steps: [TimelineStep] = [
      TimelineStep(
        at: start,
        happening: .device([.power(.battery), .battery(80), .network(.wifi), .idle(true)])),
      TimelineStep(at: start + .hours(3), happening: .device([.power(.ac)])),
      TimelineStep(at: start + .hours(9), happening: .device([.power(.battery), .idle(false)])),
      TimelineStep(at: start + .hours(20), happening: .device([.power(.ac), .idle(true)])),
    ]
    var terms = TaskTerms(kind: .maintenance)
    terms.asked.budget = .minutes(30)
    let tasks = ["copy", "index"].map { id in
      ModelTask(
        id: id, terms: terms, arrival: .start, work: ModelWork(length: .fixed(.minutes(10))))
    }
    let experiment = Experiment(
      timeline: Timeline(steps: steps, apps: [], starts: start, ends: start + .days(1)),
      workload: Workload(tasks: tasks), settings: Settings(), seed: 7)
    let log = try experiment.log(keeping: [.runs, .waits, .story])
    let past = recorded(log, experiment, tasks.map(\.id))
    let figures = Figures(Story(title: "past", past))
    let expected = Figures(log, in: experiment)
    #expect(expected.tasks.contains { $0.runs > 0 && $0.waitedMilliseconds > 0 })
    #expect(figures.tasks.map(\.task) == expected.tasks.map(\.task))
    #expect(figures.tasks.map(\.outcomes) == expected.tasks.map(\.outcomes))
    #expect(figures.tasks.map(\.expirations) == expected.tasks.map(\.expirations))
    #expect(figures.tasks.map(\.waits) == expected.tasks.map(\.waits))
    #expect(
      figures.tasks.map(\.waitedMilliseconds) == expected.tasks.map(\.waitedMilliseconds))
    #expect(figures.device.milliseconds == expected.device.milliseconds)
    #expect(figures.device.runMilliseconds == expected.device.runMilliseconds)
    #expect(figures.device.onBatteryMilliseconds == expected.device.onBatteryMilliseconds)
    #expect(figures.device.userActiveMilliseconds == expected.device.userActiveMilliseconds)
  }

  /// Returns the log as a daemon would have recorded it.
  private func recorded(_ log: Log, _ experiment: Experiment, _ ids: [String]) -> Past {
    let timeline = experiment.timeline
    var entries: [PastEntry] = [.gap(PastGap(timeline.starts, timeline.starts, .stopped))]
    for change in log.device {
      entries += change.values.map { .device($0, at: change.at) }
    }
    for interval in log.waits {
      let key = RequestKey(owner: 1000, id: ids[interval.task])
      for (at, reasons) in [
        (interval.range.lowerBound, interval.reasons), (interval.range.upperBound, nil),
      ] {
        entries.append(
          .wait(PastWait(at: at, key: key, kind: .maintenance, reasons: reasons)))
      }
    }
    entries.sort { $0.at < $1.at }
    let runs = log.runs.map { record in
      var run = StoryRun(
        run: record.run, range: record.started..<max(record.started, record.ending.at),
        outcome: record.ending.outcome, stopReason: record.ending.stopReason)
      run.wasKilled = record.ending.wasKilled
      return Past.Ended(RequestKey(owner: 1000, id: record.id), record.kind, run)
    }
    return Past(timeline.starts..<timeline.ends, entries: entries, runs: runs)
  }
}
