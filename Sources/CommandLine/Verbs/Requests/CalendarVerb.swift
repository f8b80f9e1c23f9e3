import ArgumentParser
import Terminal
import Vocabulary

#if canImport(Glibc)
  import Glibc
#endif

/// The next dates of calendar events, without a daemon.
struct CalendarVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calendar",
    abstract: "List the next dates of calendar events. Needs no daemon.",
    discussion: """
      rubatoctl calendar 'Mon..Fri 09:00' '*-*~1 18:00 Europe/Berlin'

      Events have the notation of systemd.time(7), as in `submit --on`. An event without a time zone is in the zone of \
      this terminal.
      """)

  /// The dates of one event, as JSON.
  private struct Dates: Encodable {
    var event: String
    /// The zone that the event names; `nil` if it names none.
    var zone: String?
    var dates: [String]
  }

  @Argument(help: "Calendar events.")
  var events: [String]

  @Option(help: ArgumentHelp("Number of dates of each event (default: 5).", valueName: "count"))
  var iterations: String?

  @Option(help: ArgumentHelp("List the dates after this time (default: now).", valueName: "time"))
  var after: String?

  @Flag(help: "Print JSON.")
  var json = false

  /// Prints the dates of each event.
  ///
  /// - Throws: `Failure` for a text that is no event, and for an unknown zone.
  func run() throws {
    let count = try OptionValue.whole(iterations, of: "--iterations") ?? 5
    guard (1...1000).contains(count) else {
      throw Failure.notAllowed("--iterations", "\(count)", allowed: "1 to 1000")
    }
    // Events without a zone, and --after, are in the zone of this variable.
    try MachineZone.checkVariableTZ()
    let start = try startTime()
    let terminalZone = Process.environment["TZ"]
    var eventDates: [Dates] = []
    for text in events {
      guard let event = CalendarEvent(text) else {
        throw Failure.notAllowed("event", text, allowed: CalendarEvent.allowed(for: text))
      }
      if let warning = event.warning { Output.advise("Warning: \(warning.visible).") }
      try Self.useZone(event.zone ?? terminalZone, of: event)
      let dates = dates(of: event, after: start, Int(count))
      if json {
        eventDates.append(
          Dates(event: event.text, zone: event.zone, dates: dates.map(UniversalTime.text)))
      } else {
        Self.print(event, dates)
      }
    }
    if json { Output.print(JSONLayout.indented(eventDates)) }
  }

  /// Returns the time of `--after` in the zone of this terminal, or the present time.
  private func startTime() throws(Failure) -> WallTime {
    let now = MachineZone.now
    guard let after else { return now }
    do throws(Refusal) {
      return try TimeNotation.parse(after, field: "--after", now: now, zone: MachineZone())
        .resolved(from: now)
    } catch {
      throw .notAllowed("--after", after, allowed: TimeNotation.allowed(for: after))
    }
  }

  /// Returns up to `count` dates of the event after `start`, in the time zone that `useZone` has set.
  private func dates(of event: CalendarEvent, after start: WallTime, _ count: Int) -> [WallTime] {
    var dates: [WallTime] = []
    while dates.count < count,
      let next = event.next(after: dates.last ?? start, zone: MachineZone())
    {
      dates.append(next)
    }
    return dates
  }

  /// Makes the library of C convert times in this zone; `nil` is the zone of the machine. Throws if the event names
  /// an unknown zone.
  private static func useZone(_ zone: String?, of event: CalendarEvent) throws(Failure) {
    guard let zone else {
      unsetenv("TZ")
      return tzset()
    }
    // The library takes an unknown name for UTC. Without a zone of the event, `zone` is TZ, which `run` has checked.
    let isChecked = event.zone == nil || zone.lowercased() == "utc"
    // A name with ".." would leave the directory.
    let mayBeName = !zone.contains("..")
    guard isChecked || mayBeName && access("/usr/share/zoneinfo/\(zone)", R_OK) == 0 else {
      throw .notAllowed(
        "event", event.text, allowed: "the name of a time zone at its end, such as Europe/Berlin")
    }
    setenv("TZ", zone, 1)
    tzset()
  }

  /// Prints the event and below it each date with its weekday, or `has passed` or `never` if there are no dates. Called
  /// after `useZone`, which sets the zone of the printed dates.
  private static func print(_ event: CalendarEvent, _ dates: [WallTime]) {
    let start = WallTime(seconds: 0)
    let hasPassed = event.next(after: start, zone: MachineZone()) != nil
    let textWithoutDates = hasPassed ? " has passed" : " never"
    Output.print("\(event.text.visible):\(dates.isEmpty ? textWithoutDates : "")")
    for date in dates {
      let civil = MachineZone().civil(at: date)
      let text = civil.text.replacing("T", with: " ")
      Output.print("  \(civil.weekdayText) \(text)\(event.zone.map { " \($0.visible)" } ?? "")")
    }
  }
}
