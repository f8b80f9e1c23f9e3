import ArgumentParser
import Control
import Scheduling
import Terminal

struct ClockVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock", abstract: "The daemon's clock, which may be simulated.",
    subcommands: [ClockShowVerb.self, ClockAdvanceVerb.self, ClockRateVerb.self],
    defaultSubcommand: ClockShowVerb.self)
}

struct ClockShowVerb: Verb {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "What time it is.")

  @OptionGroup var connection: ConnectionOptions

  func perform(_ session: Session) throws(Failure) {
    let clock = try session.call(GetClock())
    try session.answer(clock) { screen in
      let now = "\(screen.clock.day(clock.now)) \(screen.clock.time(clock.now))"
      return [clock.simulated ? "\(now), simulated; \(Self.pace(clock))" : now]
    }
  }

  private static func pace(_ clock: GetClock.Reply) -> String {
    if clock.runs > 0 { return "passes at its real rate, since something runs" }
    return clock.rate == 0 ? "stands still" : "\(DecimalText.short(clock.rate)) s pass in a second"
  }
}

struct ClockAdvanceVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "advance",
    abstract: "Move a simulated clock: by a duration (90m, +1d) or to a time ('Fri 18:00').")

  @Argument(help: "A duration or a time.")
  var amount: [String]

  @OptionGroup var connection: ConnectionOptions

  func perform(_ session: Session) throws(Failure) {
    let text = amount.joined(separator: " ")
    let duration = DurationNotation.parse(text.hasPrefix("+") ? String(text.dropFirst()) : text)
    let call = AdvanceClock(by: duration?.seconds, to: duration == nil ? text : nil)
    let reply = try session.call(call, takesLong: true)
    try session.answer(reply) { screen in
      ["It is \(screen.clock.day(reply.now)), \(screen.clock.time(reply.now))."]
    }
  }
}

struct ClockRateVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "rate",
    abstract: "How many simulated seconds pass in a second while nothing runs; 0 stands still.")

  @Argument(help: "Seconds in a second.")
  var rate: Double

  @OptionGroup var connection: ConnectionOptions

  func validate() throws {
    guard rate.isFinite, rate >= 0 else {
      throw ValidationError("rate '\(rate)' is not allowed; use 0 or more seconds in a second")
    }
  }

  func perform(_ session: Session) throws(Failure) {
    let reply = try session.call(SetClockRate(rate: rate))
    try session.answer(reply) { screen in
      ["It is \(screen.clock.day(reply.now)), \(screen.clock.time(reply.now))."]
    }
  }
}
