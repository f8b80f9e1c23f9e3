import Control
import Glibc
import Scheduling

// A call that changes a request: rebuilds the request from its present state and the named fields.
extension Submission {
  private static let options = Set(Terms.options.map(\.field) + ["earliest", "latest"])

  /// The command as a whole, and the parts of it that can be changed separately.
  private static let partsOfCommand: Set = [
    "command", "command.directory", "command.environment", "command.signal",
  ]

  /// Makes the submission that changes the named `fields` of an existing request; its other options stay. Throws a
  /// refusal if the request is unknown, if the caller may not change it, or if it has changed since the call's
  /// `revision`.
  init(
    changing fields: [String], as call: Submit, _ caller: Caller, _ view: any EngineView,
    _ stopTimes: StopTimes
  ) throws(Refusal) {
    var namedFields = try Self.checkedFields(fields)
    guard let id = call.id else {
      throw Refusal(field: "id", value: "", allowed: "the id of the request to change")
    }
    let key = try Selection(id: id, app: call.app, owner: call.owner, caller: caller).key(in: view)
    try caller.checkMayChange(namedFields, of: key)
    guard let request = view.core.request(key) else { throw .unknown(key) }
    try request.checkMayBeChanged(during: view.core.run(of: key))
    if let revision = call.revision, revision != request.sequence { throw .changedMeanwhile(key) }
    self.init(owner: key.owner, id: key.id, command: request.terms.command)
    try changeCommand(namedFields, as: call)
    try addUnitsAndTimer(call, caller, view, stopTimes)
    // The grace comes from the stop timeout of a unit, so it replaces the grace of the request.
    if terms.grace != nil { namedFields.insert("grace") }
    // The call has all options. Those that it does not name are then taken from the request.
    try addOptions(call)
    terms.keepOptions(of: request.terms, except: namedFields)
    try checkDependentOptions(namedFields)
    try setGroupWidth(call)
    app = key.app
    ifPending = .replace
    try changeDates(of: request, namedFields, as: call, now: view.now.wall)
    // A change by an operator does not count against the submit rate of the owner.
    isCounted = caller.uid == key.owner && caller.submissionsCountAgainstRates(view)
  }

  /// Returns the fields as a set. Throws a refusal if one is not an option, a date or a part of the command.
  private static func checkedFields(_ fields: [String]) throws(Refusal) -> Set<String> {
    let all = options.union(partsOfCommand)
    if let other = fields.first(where: { !all.contains($0) }) {
      throw Refusal(
        field: "changes", value: other, allowed: all.sorted().joined(separator: ", "))
    }
    return Set(fields)
  }

  /// Replaces the command of the request, or its parts among `namedFields`, by the parts of the call; variables are
  /// added to the present ones. Throws a refusal if a part is named and the call has no command.
  private mutating func changeCommand(_ namedFields: Set<String>, as call: Submit) throws(Refusal) {
    guard !namedFields.isDisjoint(with: Self.partsOfCommand) else { return }
    guard let info = call.command else {
      throw Refusal(field: "command", value: "", allowed: "a command, if changes name parts of it")
    }
    var newCommand = try Command(info)
    // Every call contains the umask of its process, which is no change of the request.
    newCommand.umask = terms.command.umask
    if namedFields.contains("command") {
      terms.command = newCommand
      return
    }
    if namedFields.contains("command.directory") { terms.command.directory = newCommand.directory }
    if namedFields.contains("command.signal") { terms.command.signal = newCommand.signal }
    if namedFields.contains("command.environment") {
      terms.command.environment.merge(newCommand.environment) { $1 }
    }
  }

  /// Adds the dates that the call changes. The scheduler keeps the other dates of `request`, by the amendment.
  private mutating func changeDates(
    of request: Request, _ namedFields: Set<String>, as call: Submit, now: WallTime
  ) throws(Refusal) {
    let keepsEarliest = !namedFields.contains("earliest")
    let keepsLatest = !namedFields.contains("latest")
    var namedDates = call
    if keepsEarliest { namedDates.earliest = nil }
    if keepsLatest { namedDates.latest = nil }
    let start = request.startOfLatest(with: terms)
    let latestDate = try addDates(namedDates, now: now, opens: start)
    var endsEachWindow = false
    if keepsEarliest, terms.calendar == request.terms.calendar, let latestDate {
      endsEachWindow = endEachWindow(of: request, at: latestDate, after: start)
    }
    // A time of day that ends only the present window is in the future.
    if !endsEachWindow, start < now { try addDates(namedDates, now: now, opens: now) }
    amendment = Amendment(of: request, keepsEarliest: keepsEarliest, keepsLatest: keepsLatest)
  }

  /// Replaces a time of day as the latest date of a repeating request by its distance from `start`, the beginning of an
  /// interval, so that every window ends then. A rest can have moved the present window behind it. Returns `false` for
  /// a time after more than an interval, and for other dates, at which only the present window ends.
  private mutating func endEachWindow(
    of request: Request, at latestDate: TimeNotation.Reading, after start: WallTime
  ) -> Bool {
    guard terms.repeats, latestDate.isNext, case .at(let date) = latestDate.moment else {
      return false
    }
    var length = date - start
    if let every = terms.every {
      // From 22:00 to 06:00 are eight hours, even in the night in which clocks are set. All intervals move when clocks
      // are set, so the offset of `start` is that of its period, and not the offset at that time.
      let clocks = request.period?.zoneSeconds ?? zoneAtEarliest
      if let clocks, Period(every: every, anchor: start).followsCalendar {
        length += .seconds(latestDate.zoneSeconds - clocks)
      }
      guard length <= every else { return false }
    }
    guard length > .zero else { return false }
    latest = .after(length)
    zoneAtLatest = nil
    return true
  }
}

extension Submission {
  /// Whether the value of `field` is executed as the owner of the request.
  static func isExecuted(_ field: String) -> Bool {
    field.hasPrefix("command")
      || ["condition", "onFailure", "onFailureCommand", "onOverdueCommand"].contains(field)
  }
}

extension Caller {
  /// Throws a refusal if one of `namedFields` is executed as the owner of the request, and the caller is neither that
  /// owner nor root. The group rubato decides only when and how a request runs.
  fileprivate func checkMayChange(_ namedFields: Set<String>, of key: RequestKey) throws(Refusal) {
    guard uid != key.owner, uid != 0 else { return }
    guard let field = namedFields.filter(Submission.isExecuted).min() else { return }
    throw Refusal(
      .notPermitted, field: field, value: key.id,
      message: "only uid \(key.owner) and root may change \(field) of '\(key.id)', which runs as"
        + " that user")
  }

  /// Throws a refusal unless the caller is the owner of the request or root: the environment of its command can hold
  /// secrets.
  func checkMayRead(_ key: RequestKey) throws(Refusal) {
    guard uid != key.owner, uid != 0 else { return }
    throw Refusal(
      .notPermitted, field: "uid", value: String(uid),
      message: "only uid \(key.owner) and root may edit '\(key.id)', since its environment may hold"
        + " secrets; `rubatoctl set \(key.id) --owner \(key.owner)` changes its options")
  }
}
