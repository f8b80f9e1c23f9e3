import Control
import Glibc
import Scheduling

extension Submission {
  /// Makes the submission of a call, on behalf of its caller. A call with `changes` changes an existing request.
  ///
  /// - Parameter stopTimes: The stop timeouts of the units that the call names.
  init(
    _ call: Submit, _ caller: Caller, _ view: any EngineView, _ stopTimes: StopTimes
  ) throws(Refusal) {
    try caller.requireOwnCommands()
    if let fields = call.changes {
      try self.init(changing: fields, as: call, caller, view, stopTimes)
      return
    }
    try Self.checkIsNew(call, caller)
    self.init(owner: caller.uid, id: call.id, command: try Command(call.command))
    try addUnitsAndTimer(call, caller, view, stopTimes)
    try addDates(call, now: view.now.wall)
    try addOptions(call)
    try setGroupWidth(call)
    // The options that a repeated request with this id may lose by it.
    mayLose = try Self.word(call.mayLose, field: "mayLose")
    terms.task = try call.task.map { (info) throws(Refusal) in try TaskClass(info) }
    if terms.task?.category == .notification { try makeNotification(call, caller, view) }
    isCounted = caller.submissionsCountAgainstRates(view)
  }

  /// Throws a refusal if a call for a new request names another owner, or the revision of a request to change: the
  /// request would belong to the caller, and replace any revision.
  private static func checkIsNew(_ call: Submit, _ caller: Caller) throws(Refusal) {
    if let owner = call.owner, owner != Int64(caller.uid) {
      throw Refusal(
        .invalid, field: "owner", value: String(owner),
        message: "owner '\(owner)' requires `changes`, since a new request belongs to its caller;"
          + " submit as that user, or leave it out")
    }
    if let revision = call.revision {
      throw Refusal(
        .invalid, field: "revision", value: String(revision),
        message: "revision '\(revision)' requires `changes`, since a new request replaces any"
          + " revision; name the fields to change, or leave it out")
    }
  }

  /// Makes the submission a notification: its command is the daemon's own program, which shows it as the caller. If the
  /// daemon is root's and not simulated, the request waits for a session of the caller. Throws a refusal if the call
  /// has a command.
  private mutating func makeNotification(
    _ call: Submit, _ caller: Caller, _ view: any EngineView
  ) throws(Refusal) {
    guard call.command == nil else {
      throw Refusal(
        field: "command", value: call.command?.arguments.first ?? "",
        allowed: "no command for a notification")
    }
    terms.command = Command(arguments: [TaskClass.notifier])
    if geteuid() == 0, !view.clock.isSimulated {
      // The directory exists while the user has a session.
      terms.needs.paths = [ExactString("/run/user/\(caller.uid)")]
    }
  }

  /// Sets the earliest and the latest date from the call, and the zone's offsets from UTC that apply to them. Throws a
  /// refusal if a date is not allowed.
  ///
  /// - Parameter opens: Start of the window, if the call does not set it.
  /// - Returns: The latest date as it was read; `nil` if the call does not set it.
  @discardableResult
  mutating func addDates(
    _ call: Submit, now: WallTime, opens: WallTime? = nil
  ) throws(Refusal) -> TimeNotation.Reading? {
    let earliestDate = try Self.date(call.earliest, field: "earliest", now: now)
    earliest = earliestDate?.moment
    // "01:00" to "06:00" is one night, even if it is submitted at three o'clock: the first 06:00 after the start.
    let latestDate = try Self.date(
      call.latest, field: "latest", now: now,
      after: earliestDate?.moment.resolved(from: now) ?? opens, endsDay: true)
    latest = latestDate?.moment
    // The zone offset of each date applies, not the present one.
    zoneAtEarliest = earliestDate?.zoneSeconds ?? LocalZone().secondsFromUTC(at: now)
    // A delay instead of a date has no offset yet.
    if case .at = latestDate?.moment { zoneAtLatest = latestDate?.zoneSeconds }
    return latestDate
  }

  /// Sets the width that the call gives to its group. Throws a refusal if the width is not allowed.
  mutating func setGroupWidth(_ call: Submit) throws(Refusal) {
    let allowed = Concurrency.allowedWidth
    groupWidth = try Self.count(
      call.groupWidth, field: "groupWidth",
      in: Int64(allowed.lowerBound)...Int64(allowed.upperBound))
  }

  /// Returns the value of `field` if it is in `range`; otherwise throws a refusal.
  static func whole(
    _ value: Int64, field: String, in range: ClosedRange<Int64>
  ) throws(Refusal) -> Int {
    guard range.contains(value) else {
      throw Refusal(
        field: field, value: String(value), allowed: "\(range.lowerBound) to \(range.upperBound)")
    }
    return Int(value)
  }

  /// Returns the value of `field` if it is in `range`; `nil` if the call lacks the field. Throws a refusal otherwise.
  static func count(
    _ value: Int64?, field: String, in range: ClosedRange<Int64>
  ) throws(Refusal) -> Int? {
    guard let value else { return nil }
    return try whole(value, field: field, in: range)
  }

  /// Returns the case of an enumeration with this raw value; `nil` if the call lacks the field. Throws a refusal with
  /// the allowed words if there is no such case.
  static func word<Value: RawRepresentable & CaseIterable>(
    _ text: String?, field: String
  ) throws(Refusal) -> Value? where Value.RawValue == String {
    guard let text else { return nil }
    if let value = Value(rawValue: text) { return value }
    throw Refusal(
      field: field, value: text, allowed: Value.allCases.map(\.rawValue).joined(separator: ", "))
  }

  /// Parses the least time between two runs; `nil` if the call lacks the field. Throws a refusal if it is not allowed.
  static func frequency(_ text: String?, field: String) throws(Refusal) -> Duration? {
    guard let text else { return nil }
    return try Frequency.read(text, field: field)
  }

  /// Returns the number of the signal `name`; `nil` if the call lacks the field. Throws a refusal if it is not allowed.
  static func signal(_ name: String?, field: String) throws(Refusal) -> Int32? {
    guard let name else { return nil }
    return try Command.signal(name, field: field)
  }

  /// The allowed dates, in words.
  private static let allowedDates = Settings().dates

  /// Reads a date in the system's time zone; `nil` if the call lacks the field. A time of day or a weekday is the next
  /// one after `after`, or else after `now`. With `endsDay`, a day without a time of day means its end.
  static func date(
    _ text: String?, field: String, now: WallTime, after: WallTime? = nil, endsDay: Bool = false
  ) throws(Refusal) -> TimeNotation.Reading? {
    guard let text else { return nil }
    return try TimeNotation.read(
      text, field: field, now: now, after: after, endsDay: endsDay, zone: LocalZone(),
      range: allowedDates)
  }

  /// Converts the seconds of a call; `nil` if the call lacks the field. Throws a refusal of a value that is no number
  /// of seconds; the scheduler refuses durations that are too long or too short for the field.
  static func duration(_ seconds: Double?, field: String) throws(Refusal) -> Duration? {
    guard let seconds else { return nil }
    // 4e9 seconds are 126 years; 64 bits contain 292 years of nanoseconds.
    guard seconds.isFinite, abs(seconds) < 4e9 else {
      throw Refusal(field: field, value: "\(seconds)", allowed: "less than 126 years")
    }
    return .nanoseconds(Int64(bounded: seconds * 1e9))
  }
}

extension Caller {
  /// Returns whether new submissions of the caller count against submit rates. They do not on a simulated clock, which
  /// may stand still and block all later submissions.
  func submissionsCountAgainstRates(_ view: any EngineView) -> Bool {
    uid != geteuid() && !view.clock.isSimulated
  }

  /// Throws a refusal if this daemon runs no commands of the caller: it is not root's, and the caller is another user
  /// than the daemon's.
  func requireOwnCommands() throws(Refusal) {
    guard geteuid() != 0, uid != geteuid() else { return }
    throw Refusal(
      .notPermitted, field: "uid", value: String(uid),
      message: "this rubatod runs as uid \(geteuid()), and runs commands only for that user;"
        + " submit to the system's daemon, as in `rubatoctl --system submit`")
  }
}
