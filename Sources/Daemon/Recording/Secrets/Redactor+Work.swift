import Scheduling

extension Redactor {
  /// Redacts a submission. If it has no id, keeps the name of its program, which becomes its id.
  mutating func submission(_ submission: Submission) -> Submission {
    var redacted = submission
    redacted.terms = terms(submission.terms, namesRequest: submission.id == nil)
    return redacted
  }

  /// Redacts each submission of a batch.
  mutating func batch(_ batch: SubmissionBatch) -> SubmissionBatch {
    var redacted = batch
    redacted.submissions = batch.submissions.map { submission($0) }
    return redacted
  }

  /// Redacts the command, the conditions, the failure commands, the tags, the texts of a task and the declaration. An
  /// invalid tag becomes an empty one, which is refused in the same way.
  private mutating func terms(_ terms: Terms, namesRequest: Bool = false) -> Terms {
    var redacted = terms
    redacted.command = command(terms.command, namesRequest: namesRequest)
    redacted.needs = needs(terms.needs)
    redacted.run.onFailureCommand = shellLine(terms.run.onFailureCommand)
    redacted.run.onOverdueCommand = shellLine(terms.run.onOverdueCommand)
    redacted.run.tags = terms.run.tags.map { Tags.isTag($0) ? "tag-\(number(of: $0))" : "" }
    redacted.task = terms.task.map { task($0) }
    redacted.declaration = terms.declaration.map { declaration($0) }
    return redacted
  }

  /// Redacts the arguments, the directory and the environment of a command.
  ///
  /// - Parameter namesRequest: Whether the program's name becomes the request's name, which is recorded.
  mutating func command(_ command: Command, namesRequest: Bool = false) -> Command {
    var redacted = command
    redacted.arguments = arguments(command.arguments, keepsName: namesRequest)
    for index in command.steps.indices {
      redacted.steps[index].arguments = arguments(
        command.steps[index].arguments, keepsName: namesRequest && index == 0)
    }
    redacted.directory = Self.directoryShape(command.directory)
    redacted.environment = [:]
    // A variable that the scheduler refuses is replaced by another one that it refuses.
    let hasRefusedVariable = command.environment.contains { name, value in
      name.isEmpty || name.utf8.contains(UInt8(ascii: "=")) || name.utf8.contains(0)
        || value.utf8.contains(0)
    }
    if hasRefusedVariable { redacted.environment = ["=": ""] }
    return redacted
  }

  /// Redacts the arguments of a command. Keeps whether the program is an absolute path, whether a word contains a zero
  /// byte, and which arguments are equal. A resubmitted command is thereby recognized.
  mutating func arguments(_ arguments: [String], keepsName: Bool = false) -> [String] {
    guard let program = arguments.first else { return [] }
    var words = [Self.pathShape(program)]
    if keepsName, let name = ExactString(program).names.last {
      words = [(program.utf8.first == UInt8(ascii: "/") ? "/" : "") + name]
    }
    let hasZeroByte = arguments.contains { $0.utf8.contains(0) }
    words.append(hasZeroByte ? "\0" : "\(number(of: arguments.joined(separator: "\0")))")
    return words
  }

  /// Returns a text that shows only whether `path` is absolute, is empty or contains a zero byte.
  private static func pathShape(_ path: String) -> String {
    let zeroByte = path.utf8.contains(0) ? "\0" : ""
    if path.utf8.first == UInt8(ascii: "/") { return "/-" + zeroByte }
    return path.isEmpty ? "" : "-" + zeroByte
  }

  /// Returns the shape of a directory. It also shows whether `path` contains `..`, which the scheduler refuses.
  private static func directoryShape(_ path: String) -> String {
    pathShape(path) + (ExactString(path).names.contains("..") ? "/.." : "")
  }

  /// Redacts paths and the condition. An invalid condition becomes an empty one, which is refused in the same way.
  mutating func needs(_ needs: Needs) -> Needs {
    var redacted = needs
    redacted.paths = needs.paths.map { path($0) }
    redacted.networks = needs.networks.map { required(network: $0) }
    redacted.changes.watched = needs.changes.watched.map { watched($0) }
    redacted.condition = needs.condition.map { condition in
      Needs.isAllowed(line: condition) ? "condition \(number(of: condition))" : ""
    }
    return redacted
  }

  /// Replaces a line for the shell by its number. An invalid line becomes an empty one, which is refused in the same
  /// way.
  private mutating func shellLine(_ line: String?) -> String? {
    line.map { Needs.isAllowed(line: $0) ? "command \(number(of: $0))" : "" }
  }

  /// Redacts the texts, the payload and the paths of a task. Keeps which texts are empty or too long.
  private mutating func task(_ terms: TaskClass) -> TaskClass {
    switch terms {
    case .continued(var continued):
      continued.title = Self.title(continued.title)
      continued.subtitle = Self.title(continued.subtitle)
      return .continued(continued)
    case .push(let payload):
      return .push(payload: Self.dashes(for: payload, longest: TaskCategory.longestPayload))
    case .response(let payload):
      return .response(payload: Self.dashes(for: payload, longest: TaskCategory.longestResponse))
    case .observer(let changed): return .observer(changed: changed.map { watched($0) })
    case .notification(var terms):
      terms.title = Self.title(terms.title)
      terms.subtitle = Self.title(terms.subtitle)
      terms.body = Self.dashes(for: terms.body, longest: NotificationTerms.longestBody)
      terms.payload = Self.dashes(for: terms.payload, longest: NotificationTerms.longestBody)
      return .notification(terms)
    case .healthResearch, .fetch, .alarm, .transfer, .transferEvents: return terms
    }
  }

  /// Redacts a title. Keeps whether it is empty, and whether it is refused.
  static func title(_ text: String) -> String {
    dashesOrZeroByte(for: text, longest: ContinuedTerms.longestTitle)
  }

  /// Redacts the file and the digest of a declaration. Keeps which of them are equal.
  mutating func declaration(_ declaration: Declaration) -> Declaration {
    Declaration(
      file: "file \(number(of: declaration.file))",
      digest: "content \(number(of: declaration.digest))")
  }
}

// State in the store.
extension Redactor {
  /// Redacts an app. It is found by its program, which is therefore redacted in the same way as in its attachments.
  mutating func app(_ app: App) -> App {
    var redacted = app
    if let program = app.installation?.program {
      redacted.installation?.program = command(program)
      redacted.installation?.program.arguments = program.arguments.map { self.program($0) }
    }
    return redacted
  }

  /// Redacts the program of an app's process that attaches, like the program of the app.
  mutating func attachment(_ attachment: AppAttachment) -> AppAttachment {
    var redacted = attachment
    redacted.program = attachment.program.map { program($0) }
    return redacted
  }

  /// Replaces the path of a program by one that shows only whether it equals another path.
  private mutating func program(_ path: String) -> String {
    Self.pathShape(path) + "\(number(of: path))"
  }

  /// Redacts the stored state with which a daemon starts.
  package mutating func snapshot(_ snapshot: Snapshot) -> Snapshot {
    var redacted = snapshot
    redacted.apps = snapshot.apps.map { app($0) }
    redacted.requests = snapshot.requests.map { request($0) }
    redacted.liveRuns = snapshot.liveRuns.map { run($0) }
    redacted.executed = snapshot.executed.map { request($0) }
    for index in redacted.processes.indices {
      redacted.processes[index].locks = snapshot.processes[index].locks.map { _ in "-" }
    }
    redacted.lastRuns = snapshot.lastRuns.map { run($0) }
    redacted.device = device(snapshot.device)
    redacted.overrides = overrides(snapshot.overrides)
    return redacted
  }

  /// Redacts a stored request: its terms, its changes, and the data of its checkpoint.
  private mutating func request(_ request: Request) -> Request {
    var redacted = request
    redacted.terms = terms(request.terms)
    redacted.progress.changes = request.progress.changes.map { changes($0) }
    redacted.progress.checkpoint.data = request.progress.checkpoint.data.map { _ in "-" }
    return redacted
  }

  /// Redacts the arguments and the task of a run. Removes the error message and the kill report of an ended one, which
  /// contain paths, output and names of programs.
  package mutating func run(_ run: Run) -> Run {
    var redacted = run
    redacted.arguments = arguments(run.arguments)
    redacted.task = run.task.map { task($0) }
    if var ending = run.ending {
      ending.message = nil
      ending.killReport = nil
      redacted.phase = .ended(ending)
    }
    return redacted
  }

  /// Redacts the names of paths and of the network.
  private mutating func device(_ state: DeviceState) -> DeviceState {
    var redacted = state
    // All original paths are removed first, since a redacted path may equal one of them.
    for path in state.paths { redacted.apply(.path(path.path, isThere: nil)) }
    for known in state.paths {
      redacted.apply(.path(path(known.path), isThere: known.isThere))
    }
    redacted.networkID = state.networkID.map { "network \(number(of: $0))" }
    redacted.networkNames = state.networkNames.map { networks($0) }
    return redacted
  }

  /// Redacts the paths among the overridden fields. The keys of other fields are kept.
  private mutating func overrides(_ overrides: DeviceOverride) -> DeviceOverride {
    var redacted = DeviceOverride()
    redacted.isFrozen = overrides.isFrozen
    redacted.thaws = overrides.thaws
    redacted.addKeys(
      overrides.overriddenKeys.map { key in
        guard let named = DeviceValue.path(ofKey: key) else { return key }
        return DeviceValue.path(path(named), isThere: nil).key
      })
    return redacted
  }
}
