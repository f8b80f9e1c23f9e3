import Scheduling
import Testing

@testable import Simulation
@testable import Studies

/// Monday 5 January 2026, midnight, in the seconds of a trace.
let monday = 1_767_571_200.0

/// Small traces, written as their files are.
struct Story {
  private var lines: [(at: Double, text: String)] = []

  /// Adds a line at `hours` after the beginning of Monday; `members` follow `t`.
  mutating func add(_ hours: Double, _ members: String) {
    let at = monday + (hours * 3600).rounded()
    lines.append((at, "{\"t\": \(at), \(members)}"))
  }

  mutating func power(_ hours: Double, _ isOn: Bool) {
    add(hours, "\"ev\": \"charging\", \"on\": \(isOn)")
  }

  mutating func screen(_ hours: Double, _ isOn: Bool) {
    add(hours, "\"ev\": \"screen\", \"on\": \(isOn)")
  }

  mutating func open(_ hours: Double, _ app: String, _ more: String = "") {
    add(hours, "\"ev\": \"open\", \"app\": \"\(app)\"\(more)")
  }

  var text: String {
    lines.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }
      .map(\.element.text).joined(separator: "\n")
  }

  var trace: Trace {
    get throws { try TraceReader.read(text, named: "story") }
  }

  func timeline(seed: UInt64 = 1) throws -> Timeline {
    Timeline(try trace, seed: seed)
  }

  func run(_ change: (inout Simulator.Options) -> Void = { _ in }) throws -> Simulator.Result {
    var options = Simulator.Options()
    // Fewer runs are enough to see.
    options.model.refreshDelay = .hours(2)
    change(&options)
    return try Simulator.run(trace, options)
  }

  /// A fortnight of a user who opens three apps a day, and charges at night.
  static func fortnight() -> Story {
    var story = Story()
    for day in 0..<14 {
      let morning = Double(day * 24)
      story.power(morning + 7, false)
      story.open(morning + 7.5, "news")
      story.open(morning + 12, "mail", ", \"res\": 3600")
      story.open(morning + 18 + Double(day % 3), "chat")
      story.power(morning + 23, true)
    }
    return story
  }
}

extension WallTime {
  /// Hours since Monday's beginning.
  var hours: Double { (traceSeconds - monday) / 3600 }
}

extension RunRecord {
  var startedHours: Double { started.hours }
}
