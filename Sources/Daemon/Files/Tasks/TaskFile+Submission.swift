import Scheduling

extension TaskFile {
  /// Returns the submission of the task. Does not check the path of the command, which the daemon may not be able
  /// to read.
  ///
  /// - Parameter now: The time to which relative times refer.
  package func submission(
    on machine: TaskMachine, now: WallTime, zone: some ZoneRules
  ) throws(FileError) -> Submission {
    let user = try user(on: machine)
    var submission = Submission(owner: user.uid, id: id, terms)
    submission.groupWidth = groupWidth
    submission.terms.command = try command(user, on: machine)
    try addDates(to: &submission, now: now, zone: zone)
    submission.terms.declaration = Declaration(file: path, digest: digest(of: submission))
    return submission
  }

  /// Sets the dates, which are in `zone`, and the offsets from UTC that apply to them, in seconds.
  private func addDates(
    to submission: inout Submission, now: WallTime, zone: some ZoneRules
  ) throws(FileError) {
    let earliestDate = try date(earliest, "earliest", now: now, zone: zone)
    submission.earliest = earliestDate?.moment
    // "01:00" to "06:00" is one night, even if it is declared at three o'clock: the first 06:00 after the start.
    let latestDate = try date(
      latest, "latest", now: now, after: earliestDate?.moment.resolved(from: now), zone: zone)
    submission.latest = latestDate?.moment
    // The zone offset of each date applies, not the present one.
    submission.zoneAtEarliest = earliestDate?.zoneSeconds ?? zone.secondsFromUTC(at: now)
    // A delay instead of a date has no offset yet.
    if case .at = latestDate?.moment { submission.zoneAtLatest = latestDate?.zoneSeconds }
  }

  /// Returns the digest of the files' content and of the submission on this machine. A declaration with another digest
  /// is submitted again.
  private func digest(of submission: Submission) -> String {
    let command = submission.terms.command
    let words = [command.arguments] + command.steps.map(\.arguments)
    let variables = command.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let texts = [content, String(submission.owner), command.directory, "\(words)", "\(variables)"]
    return Digest.text(of: texts.joined(separator: "\n"))
  }

  /// Returns the user that the task runs as. Throws if `machine` has no such user.
  private func user(on machine: TaskMachine) throws(FileError) -> TaskMachine.User {
    if let user = machine.user(user) { return user }
    throw error(
      "user", "user '\(user ?? "")' not found; use a user's name or uid")
  }

  /// Makes the command for `user`. Variables of the file replace equally named ones of the machine, which replace the
  /// user's.
  private func command(
    _ user: TaskMachine.User, on machine: TaskMachine
  ) throws(FileError) -> Command {
    var variables = [
      "HOME": user.home, "LOGNAME": user.name, "PATH": TaskMachine.path, "SHELL": user.shell,
      "USER": user.name,
    ]
    variables.merge(machine.environment) { $1 }
    variables.merge(environment) { $1 }
    var command = Command(
      arguments: [], directory: directory ?? machine.directory ?? user.home,
      environment: variables, signal: (signal ?? .term).number)
    if let umask { command.umask = umask }
    switch work {
    case .unit(let name): command.unit = name
    case .command(let words):
      command.arguments = try resolved(words, "command", on: machine)
    case .steps(let steps):
      command.steps = try steps.map { step throws(FileError) in
        Scheduling.Step(
          name: step.name, arguments: try resolved(step.words, "steps", on: machine),
          limit: step.limit)
      }
    }
    return command
  }

  /// Returns the words of a command with the absolute path of its program. Throws if the program is not found.
  private func resolved(
    _ words: [String], _ key: String, on machine: TaskMachine
  ) throws(FileError) -> [String] {
    guard let name = words.first, name.utf8.first != UInt8(ascii: "/") else { return words }
    guard let program = machine.program(name) else {
      throw error(
        key,
        "program '\(name)' not found in \(TaskMachine.path); install it, or use its absolute path"
      )
    }
    return [program] + words.dropFirst()
  }

  /// Reads a date of the file; `nil` if there is none. Throws an error at the place of `key` if it is not an allowed
  /// date.
  private func date(
    _ text: String?, _ key: String, now: WallTime, after: WallTime? = nil, zone: some ZoneRules
  ) throws(FileError) -> TimeNotation.Reading? {
    guard let text else { return nil }
    do throws(Refusal) {
      // A day without a time of day means its end as a latest date, and otherwise its start.
      return try TimeNotation.read(
        text, field: key, now: now, after: after, endsDay: key == "latest", zone: zone,
        range: Settings().dates)
    } catch {
      throw self.error(key, error.message)
    }
  }
}
