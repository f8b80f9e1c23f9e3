import ArgumentParser
import Control
import Terminal
import Vocabulary

struct ClockVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "clock", abstract: "Show or move the daemon's clock.",
    subcommands: [ClockShowVerb.self, ClockAdvanceVerb.self, ClockRateVerb.self],
    defaultSubcommand: ClockShowVerb.self)
}

struct ClockShowVerb: Verb {
  static let onlyReads = true
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Show the time.")

  @OptionGroup var connection: ConnectionOptions

  /// Prints the daemon's time and, if it is simulated, its pace.
  func perform(_ session: Session) throws(Failure) {
    let clock = try session.call(GetClock())
    try session.printAnswer(clock) { screen in
      let now = "\(screen.clock.day(clock.now)) \(screen.clock.time(clock.now))"
      return [clock.simulated ? "\(now), simulated; \(Self.paceText(clock))" : now]
    }
  }

  /// Returns the pace of a simulated clock in words.
  private static func paceText(_ clock: GetClock.Reply) -> String {
    if clock.runs > 0 { return "in real time while something runs" }
    return clock.rate == 0
      ? "stopped" : "\(DecimalText.short(clock.rate)) simulated seconds per second"
  }
}

struct ClockAdvanceVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "advance",
    abstract: "Advance a simulated clock by a duration (90m, +1d) or to a time ('Fri 18:00').")

  @Argument(help: "Duration or time.")
  var amount: [String]

  @OptionGroup var connection: ConnectionOptions

  /// Advances the clock, by a duration if the text is one, else to the time that it names. Throws if the text begins
  /// with a minus sign.
  func perform(_ session: Session) throws(Failure) {
    let text = amount.joined(separator: " ")
    if text.hasPrefix("-") {
      let allowed = "a duration such as 90m, or a time in the future: the clock only moves forward"
      throw .notAllowed("clock advance", text, allowed: allowed)
    }
    // The sign of a duration is optional.
    let unsigned = text.hasPrefix("+") ? String(text.dropFirst()) : text
    let duration = DurationNotation.parse(unsigned)
    let call = AdvanceClock(
      by: duration?.seconds, to: duration == nil ? try session.universalTime(text) : nil)
    let reply: AdvanceClock.Reply
    do throws(Failure) {
      reply = try session.call(
        call, takesLong: true,
        longWait: "still advancing; during a run, the clock advances in real time")
    } catch {
      throw error.naming(
        ["by": "clock advance", "to": "clock advance"], typed: ["by": text, "to": text])
    }
    try session.printAnswer(reply) { screen in
      ["It is \(screen.clock.day(reply.now)), \(screen.clock.time(reply.now))."]
    }
  }
}

struct ClockRateVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "rate",
    abstract:
      "Set how many simulated seconds pass per second while nothing runs; 0 stops the clock.")

  @Argument(help: "Simulated seconds per second.")
  var rate: String

  @OptionGroup var connection: ConnectionOptions

  /// Sets the rate of the clock and prints its time. Throws if the rate is not allowed.
  func perform(_ session: Session) throws(Failure) {
    let allowed = "0 to 10000000 simulated seconds per second"
    let number = try OptionValue.read(rate, of: "rate", allowed: allowed) { text in
      Double(text).flatMap { (0...1e7).contains($0) ? $0 : nil }
    }
    let reply = try session.call(SetClockRate(rate: number ?? 0))
    try session.printAnswer(reply) { screen in
      ["It is \(screen.clock.day(reply.now)), \(screen.clock.time(reply.now))."]
    }
  }
}
