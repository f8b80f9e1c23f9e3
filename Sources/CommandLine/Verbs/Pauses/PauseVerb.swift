import ArgumentParser
import Control
import Terminal

struct PauseVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "pause",
    abstract: "Pause requests until you resume them, or for some time.",
    discussion: """
      Pauses your requests; as root, those of all users. Ids, --kind, --app, --group and --tag limit this to the \
      requests that they name. A pattern or a tag stands for the requests that match it now, not for later ones.

      Current runs continue, unless --stop-running or --freeze-running is given; services of --unit \
      always continue. A paused request does not start, even after its latest date. `rubatoctl run ID \
      --force` starts it anyway; if another user has paused it, only root and members of the \
      group rubato can do that.

      A pause is kept when the daemon or the machine restarts. If several users have paused a \
      request, it starts only after all of these pauses have ended. If you pause the same requests \
      again, the new pause replaces the first.
      """)

  @OptionGroup var paused: PausedOptions

  @Option(
    name: .customLong("for"), help: ArgumentHelp("Length of the pause.", valueName: "duration"))
  var length: String?

  @Option(help: ArgumentHelp("End of the pause, such as 18:00.", valueName: "time"))
  var until: String?

  @Flag(help: "Stop current runs; their requests wait again.")
  var stopRunning = false

  @Flag(help: "Freeze runs until the pause ends; frozen time does not count against the budget.")
  var freezeRunning = false

  @OptionGroup var connection: ConnectionOptions

  /// Refuses options that exclude each other.
  func validate() throws {
    if length != nil, until != nil { throw ValidationError("--for and --until exclude each other") }
    if stopRunning, freezeRunning {
      throw ValidationError("--stop-running and --freeze-running exclude each other")
    }
  }

  /// Pauses the requests, and prints the pauses and the covered runs that continue.
  func perform(_ session: Session) throws(Failure) {
    if let length, let seconds = try OptionValue.seconds(length, of: "--for"), seconds <= 0 {
      throw .notAllowed("--for", length, allowed: "a duration above 0s")
    }
    // The daemon reads a duration as a time from now; only a typed time depends on the zone of this terminal.
    let end = if let length { length } else { try session.universalTime(until) }
    var pauses: [PauseInfo] = []
    var running: [RequestInfo] = []
    let owner = try paused.owner.uid()
    for selection in try paused.selections(session) {
      let call = PauseRequests(
        owner: selection.owner ?? owner,
        allUsers: selection.owner == nil ? paused.coversAllUsers : nil, app: selection.app,
        kinds: paused.kind, group: paused.group, ids: selection.ids, until: end,
        untilRestart: nil, runs: treatmentOfRuns)
      // Each reply has all pauses, so that of the last call is complete.
      pauses = try pausesAfter(call, session)
      // Without --stop-running and --freeze-running, current runs continue.
      if !session.isJSON, call.runs == nil { running += continuingRequests(call, session) }
    }
    try session.printAnswer(pauses) {
      PauseText.lines(pauses, $0.clock, Users.name) + PauseText.lines(continuing: running, on: $0)
    }
  }

  /// The word of the call for current runs: `stop` or `freeze`; `nil` lets them continue.
  private var treatmentOfRuns: String? {
    if stopRunning { return "stop" }
    return freezeRunning ? "freeze" : nil
  }

  /// Makes the call, and returns all pauses that are in effect then. A refusal names the options.
  private func pausesAfter(
    _ call: PauseRequests, _ session: Session
  ) throws(Failure) -> [PauseInfo] {
    do throws(Failure) {
      return try session.call(call).pauses
    } catch {
      throw error.naming(
        [
          "until": length == nil ? "--until" : "--for", "kinds": "--kind", "group": "--group",
        ],
        typed: ["until": length ?? until].compactMapValues(\.self))
    }
  }

  /// Returns the requests that the pause covers and that have a run; empty if they are unknown.
  private func continuingRequests(_ call: PauseRequests, _ session: Session) -> [RequestInfo] {
    let list = List(app: call.app, owner: call.owner, allUsers: call.allUsers)
    let requests = (try? session.listInRows(list))?.requests ?? []
    let pausedIDs = call.ids ?? []
    return requests.filter { request in
      let hasID = pausedIDs.isEmpty || pausedIDs.contains(request.id)
      let hasKind = paused.kind.isEmpty || paused.kind.contains(request.kind)
      let hasGroup = paused.group == nil || request.group == paused.group
      return request.run != nil && hasID && hasKind && hasGroup
    }
  }
}

struct ResumeVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Lift your pauses, so that requests start again.",
    discussion: """
      Without arguments, lifts all of your pauses. With --kind, --app or --group, lifts the pause that was made with \
      the same options. With ids, takes these requests out of all of your pauses: after \
      `rubatoctl pause backup photos`, `rubatoctl resume photos` leaves backup paused. A pattern or a tag \
      stands for the matching ids.

      Pauses of other users stay, and `rubatoctl status` shows them. Root lifts them with \
      --everybodys.
      """)

  @OptionGroup var paused: PausedOptions

  /// Unlike `--all-users`, which selects the paused requests, this selects the users who have paused them.
  @Flag(name: .customLong("everybodys"), help: "Lift the pauses of all users; for root.")
  var liftsPausesByAllUsers = false

  @OptionGroup var connection: ConnectionOptions

  /// Lifts the selected pauses, and prints those that remain.
  func perform(_ session: Session) throws(Failure) {
    let reply: ResumeRequests.Reply
    do throws(Failure) {
      reply =
        try paused.ids.isEmpty && paused.tagOptions.isEmpty
        ? liftPauseOfSameSelection(session) : liftFromAllPauses(session)
    } catch {
      throw error.naming(["kinds": "--kind", "group": "--group"])
    }
    try session.printAnswer(reply.pauses) {
      PauseText.lines(afterResuming: reply.pauses, $0.clock, Users.name)
    }
  }

  /// Lifts the pause that was made with the same options, without ids; all pauses of the caller if there are no options.
  private func liftPauseOfSameSelection(
    _ session: Session
  ) throws(Failure) -> ResumeRequests.Reply {
    // Without a selection, the call lifts all pauses of the caller; `allUsers` would limit it to those for all users.
    try session.call(
      ResumeRequests(
        owner: try paused.owner.uid(), allUsers: paused.selectsSome ? paused.coversAllUsers : nil,
        app: paused.app, kinds: paused.kind, ids: [], group: paused.group,
        everybodys: liftsPausesByAllUsers ? true : nil))
  }

  /// Takes the typed ids, and those that the patterns or tags select, out of every pause that names them. The other
  /// requests of these pauses stay paused. Throws if a typed id is in no pause.
  private func liftFromAllPauses(_ session: Session) throws(Failure) -> ResumeRequests.Reply {
    try paused.checkKinds()
    let owner = try paused.owner.uid()
    let pauses = try session.call(Status()).pauses.filter { isSelected($0, owner) }
    let tags = try paused.tagOptions.names()
    let taggedRequests = tags.isEmpty ? nil : try paused.queued(tags, session)
    let pausedNames = pauses.flatMap { names(in: $0, taggedRequests) }
    let chosen = try RequestPattern.expand(paused.ids, among: pausedNames, tags: tags, .paused)
    if let unpaused = chosen.first(where: { !pausedNames.contains($0) }) {
      throw .refused(
        "none of your pauses names '\(unpaused.visible)'; `rubatoctl status` lists pauses")
    }
    try RequestPattern.askConsent(to: "Resume", chosen.count, session)
    return try lift(Set(chosen), from: pauses, taggedRequests, session)
  }

  /// Takes the requests with these names out of every pause that names them, and returns the last reply, which lists
  /// the pauses that remain. Throws if no pause names one.
  private func lift(
    _ chosen: Set<String>, from pauses: [PauseInfo],
    _ taggedRequests: [RequestPattern.KnownRequest]?,
    _ session: Session
  ) throws(Failure) -> ResumeRequests.Reply {
    var lastReply: ResumeRequests.Reply?
    // Each call takes its ids out of all pauses with the same options.
    var liftedIDs: [[String?]: Set<String>] = [:]
    for pause in pauses {
      let options = [pause.owner.map { "\($0)" }, pause.app, pause.group] + pause.kinds
      let named = Set(names(in: pause, taggedRequests)).intersection(chosen)
      let ids = pause.ids.filter {
        named.contains(name(of: $0, in: pause)) && liftedIDs[options]?.contains($0) != true
      }
      if ids.isEmpty { continue }
      let call = ResumeRequests(
        owner: pause.owner, allUsers: pause.owner == nil ? true : nil, app: pause.app,
        kinds: pause.kinds, ids: ids, group: pause.group,
        everybodys: liftsPausesByAllUsers ? true : nil)
      lastReply = try session.call(call)
      liftedIDs[options, default: []].formUnion(ids)
    }
    guard let lastReply else { throw .refused("no requests are paused") }
    return lastReply
  }

  /// Returns whether the options of `resume` select this pause: the user who made it, and the owner, the app, the kinds
  /// and the group of the paused requests.
  private func isSelected(_ pause: PauseInfo, _ owner: Int64?) -> Bool {
    let isByUser = liftsPausesByAllUsers || pause.by == Users.callerUID
    let isOfNamedOwner = owner == nil || pause.owner == owner
    // --all-users selects the pauses for all users, not those for each of them.
    let isOfOwner = paused.allUsers ? pause.owner == nil : isOfNamedOwner
    let isOfKinds = paused.kind.isEmpty || Set(paused.kind) == Set(pause.kinds)
    let isOfApp = paused.app == nil || pause.app == paused.app
    let isOfGroup = paused.group == nil || pause.group == paused.group
    return isByUser && isOfOwner && isOfKinds && isOfApp && isOfGroup
  }

  /// Returns the names of the requests that the pause names, in the order of their ids; only those of
  /// `taggedRequests`, unless that is `nil`.
  private func names(in pause: PauseInfo, _ taggedRequests: [RequestPattern.KnownRequest]?)
    -> [String]
  {
    let names = pause.ids.map { name(of: $0, in: pause) }
    guard let taggedRequests else { return names }
    // A pause without an owner is for all users.
    let taggedRequestsOfOwner = taggedRequests.filter { request in
      pause.owner == nil || pause.owner == request.owner
    }
    return names.filter(Set(taggedRequestsOfOwner.map(\.name)).contains)
  }

  /// Returns the name of a request that a pause names by its id, with the app in front unless `--app` names it.
  private func name(of id: String, in pause: PauseInfo) -> String {
    RequestPattern.name(of: id, in: pause.app, chosen: paused.app)
  }
}

struct DrainVerb: Verb {
  static let configuration = CommandConfiguration(
    commandName: "drain",
    abstract: "Start no more runs until rubatod is restarted, and let current runs finish.",
    discussion: """
      For root and the group rubato, before a shutdown or an upgrade. Ends if rubatod is stopped or the machine \
      restarts, but not if rubatod crashes. `rubatoctl resume` ends it earlier.
      """)

  @Flag(help: "Return after the last run has ended.")
  var wait = false

  @Flag(help: "Change nothing if runs are systemd units, which continue when rubatod is restarted.")
  var ifNeeded = false

  @OptionGroup var connection: ConnectionOptions

  /// Pauses all requests until the daemon restarts, and prints the pauses and the number of runs that have not ended.
  /// With `--wait`, first waits for the end of these runs. With `--if-needed`, does nothing if runs outlive the daemon.
  func perform(_ session: Session) throws(Failure) {
    // Runs that are units of systemd outlive the daemon. Other runs are its children, and end with it.
    if ifNeeded, try session.call(Status()).launcher == "units" {
      return try session.printAnswer([PauseInfo]()) { _ in
        ["Runs continue when rubatod is restarted; nothing was changed."]
      }
    }
    let reply = try session.call(PauseRequests(allUsers: true, untilRestart: true))
    if wait {
      for run in try currentRuns(session) { _ = try session.call(Wait(run: run), takesLong: true) }
    }
    let left = try currentRuns(session)
    try session.printAnswer(reply.pauses) {
      PauseText.lines(reply.pauses, $0.clock, Users.name)
        + [left.isEmpty ? "Nothing runs." : "Runs that may finish: \(left.count)."]
    }
  }

  /// Returns the numbers of the runs that have not ended, of all users.
  private func currentRuns(_ session: Session) throws(Failure) -> [Int64] {
    try session.call(Runs(allUsers: true, limit: Self.mostRuns)).runs.filter { $0.end == nil }
      .map(\.run)
  }

  /// The largest number of runs that the daemon returns in one reply.
  private static let mostRuns: Int64 = 1000
}
