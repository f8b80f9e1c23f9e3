import Scheduling

/// The commands that a launcher runs, and the reports about them that are still to be sent.
struct Commands {
  /// The end of a command that the daemon has not recorded yet.
  struct End {
    var id: LaunchID
    var step: Int
    var finish: ProcessExit
    /// The time of the report to the daemon; `nil` if it was already sent, or is sent only after a poll.
    var told: AwakeTime?

    var isCheck: Bool { !id.isRecorded }
  }

  private(set) var alive: [SimulatedCommand] = []
  private(set) var ends: [End] = []
  /// Runs that were recorded as ended, the latest last. The end of the last one can be reported twice.
  private(set) var recorded: [RunID] = []

  /// Commands that have ended and are submitted again when the end is reported.
  var resubmissions: [LaunchID: SimulatedCommand] = [:]

  // MARK: Actions of the daemon

  func index(_ id: LaunchID) -> Int? { alive.firstIndex { $0.id == id } }

  func living(_ run: RunID) -> SimulatedCommand? { index(.run(run)).map { alive[$0] } }

  mutating func begin(_ command: SimulatedCommand) {
    ends.removeAll { $0.id == command.id }
    alive.append(command)
  }

  mutating func with(_ id: LaunchID, _ body: (inout SimulatedCommand) -> Void) {
    if let index = index(id) { body(&alive[index]) }
  }

  /// Makes the daemon notice the end of a killed command, which was not reported before.
  mutating func notice(_ id: LaunchID, at now: AwakeTime) {
    for index in ends.indices where ends[index].id == id && ends[index].told == nil {
      ends[index].told = now + .seconds(5)
    }
  }

  mutating func forget(_ run: RunID) {
    ends.removeAll { $0.id == .run(run) }
    recorded.append(run)
    if recorded.count > 8 { recorded.removeFirst() }
  }

  // MARK: Time

  /// The next time at which an event for the daemon may occur.
  var next: AwakeTime? {
    var next = AwakeTime(nanoseconds: .max)
    for command in alive { next = min(next, command.next) }
    for end in ends { next = min(next, end.told ?? next) }
    return next.nanoseconds == .max ? nil : next
  }

  /// Returns the events until `now`, in order: commands that begin, and commands that end.
  mutating func advance(to now: AwakeTime) -> [Event] {
    var events: [Event] = []
    for index in alive.indices {
      guard !alive[index].hasBegun, alive[index].frozen == nil, let begins = alive[index].begins,
        begins <= now, begins <= alive[index].ends
      else { continue }
      alive[index].hasBegun = true
      if let run = alive[index].run { events.append(.runStarted(run.id)) }
    }
    for command in alive where command.frozen == nil && command.ends <= now {
      end(command, at: now)
    }
    alive.removeAll { $0.frozen == nil && $0.ends <= now }
    for index in ends.indices {
      guard let told = ends[index].told, told <= now else { continue }
      ends[index].told = nil
      if let event = Event(end: ends[index].id, ends[index].finish) { events.append(event) }
    }
    ends.removeAll { $0.isCheck && $0.told == nil }
    return events
  }

  private mutating func end(_ command: SimulatedCommand, at now: AwakeTime) {
    switch command.resubmission {
    case .after, .afterCancelling: resubmissions[command.id] = command
    case .never, .during: break
    }
    let isMissed = command.isUnnoticed && command.killed == nil
    ends.append(
      End(
        id: command.id, step: command.step, finish: command.finish,
        told: isMissed ? nil : now + command.newsTake))
  }

  // MARK: Restarts

  /// Makes all later ends be reported immediately.
  mutating func calm() {
    for index in alive.indices {
      (alive[index].isUnnoticed, alive[index].newsTake) = (false, .zero)
    }
  }

  /// Called when the daemon ends. Commands that do not outlive the daemon end without a report.
  mutating func loseDaemon(outlives: Bool, at now: AwakeTime) {
    alive.removeAll(where: \.isCheck)
    for index in alive.indices where !outlives { alive[index].leave(at: now) }
    ends.removeAll { $0.isCheck || !outlives }
    resubmissions = [:]
    for index in ends.indices { ends[index].told = nil }
  }

  /// Called when the machine goes down. All commands end.
  mutating func loseMachine() {
    (alive, ends, resubmissions) = ([], [], [:])
  }

  /// Clears warnings that were not recorded: the next daemon warns again.
  mutating func forgetWarnings(except runs: [Run], at now: AwakeTime) {
    for index in alive.indices {
      switch runs.first(where: { .run($0.id) == alive[index].id })?.phase {
      case .expiring, .killed: break
      // A command that its dead daemon left counts as warned by that death. The next daemon sets its grace.
      default: alive[index].warned = alive[index].isLeft ? now : nil
      }
    }
  }

  /// Returns the state in which the launcher finds `runs`, and removes all other commands.
  mutating func recover(_ runs: [Run]) -> [RunID: FoundRun] {
    let ids = Set(runs.map { LaunchID.run($0.id) })
    alive.removeAll { !ids.contains($0.id) }
    ends.removeAll { end in !ids.contains(end.id) || end.finish.isUnexplained }
    var found: [RunID: FoundRun] = [:]
    for run in runs {
      let id = LaunchID.run(run.id)
      if let command = alive.first(where: { $0.id == id && $0.step == run.step }) {
        found[run.id] = command.isLeft ? .ending : .alive
      } else if let end = ends.first(where: { $0.id == id && $0.step == run.step }) {
        found[run.id] = .ended(end.finish)
      } else {
        alive.removeAll { $0.id == id }
      }
    }
    return found
  }
}
