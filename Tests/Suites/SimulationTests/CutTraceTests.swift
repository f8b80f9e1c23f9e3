import Scheduling
import Testing

@testable import Simulation
@testable import Studies

/// An open reveals only itself: decisions before a moment stay the same if the trace ends at that moment.
struct CutTraceTests {
  /// Eight days of a user who opens five apps in bursts.
  private static func bursts() -> Story {
    var generator = SeededGenerator(seed: 5)
    var story = Story()
    for day in 0..<8 {
      let morning = Double(day * 24)
      story.power(morning + 7, false)
      for _ in 0..<8 {
        var hour = morning + Double.random(in: 7...22, using: &generator)
        story.screen(hour - 0.01, true)
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
          story.open(hour, "app\(Int.random(in: 0..<5, using: &generator))")
          hour += Double.random(in: 0.01...0.1, using: &generator)
        }
        story.screen(hour, false)
      }
      story.power(morning + 23, true)
    }
    return story
  }

  private func moment(of line: Substring) -> Double? {
    line.firstMatch(of: /"t": *([0-9.]+)/).flatMap { Double($0.output.1) }
  }

  /// Returns the runs before `end`, for the lines of a trace until then.
  private func runs(_ lines: [Substring], until end: Double) throws -> String {
    let trace = try TraceReader.read(lines.joined(separator: "\n"), named: "cut")
    let runs = try Simulator.run(trace, Simulator.Options()).runs
    return RunsFile.text(runs.filter { $0.ending.at.traceSeconds < end })
  }

  @Test func whatIsCutOffChangesNothingOfWhatWasBefore() throws {
    let lines = Self.bursts().text.split(separator: "\n")
    let moments = lines.compactMap(moment)
    let (first, last) = (try #require(moments.first), try #require(moments.last))
    let whole = try TraceReader.read(lines.joined(separator: "\n"), named: "whole")
    let all = try Simulator.run(whole, Simulator.Options()).runs
    #expect(all.count > 100)
    for cut in 1...50 {
      let end = first + (last - first) * Double(cut) / 51
      let kept = zip(lines, moments).filter { $0.1 <= end }.map(\.0)
      let known = kept.last.flatMap(moment) ?? first
      #expect(
        try runs(kept, until: known)
          == RunsFile.text(all.filter { $0.ending.at.traceSeconds < known }), "cut at \(end)")
    }
  }
}
