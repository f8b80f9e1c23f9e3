import ArgumentParser
import Control
import Files
import Scheduling
import Terminal
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// A request as a file in its own directory, which other users cannot read, and the changes to it.
struct EditedFile {
  let path: String
  private let directory: String
  private let reply: GetTaskFile.Reply
  private let original: TaskFile
  private let text: String

  /// Writes the request as a task file into a new directory.
  ///
  /// - Parameter reply: The daemon's answer; its id is the file's name, and has been checked.
  init(_ reply: GetTaskFile.Reply) throws(Failure) {
    self.reply = reply
    text = Self.head(reply) + reply.text
    guard text.utf8.count <= TaskTree.longestFile else {
      throw .refused(
        "the server answered with a task file of more than \(TaskTree.longestFile) bytes; nothing was changed"
      )
    }
    let parent = Process.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array("\(parent)/rubato-edit-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .refused(
        "cannot make a directory in \(parent): \(String(cString: strerror(errno)))")
    }
    directory = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = "\(directory)/\(reply.id).yaml"
    original = try Self.read(text, at: path)
    // Only the owner has access to the directory and to the file, wherever an editor copies it to.
    let mask = umask(0o077)
    defer { _ = umask(mask) }
    try TextFile.write(text, to: path)
  }

  /// Returns the comment that explains the file to the user, at its beginning.
  private static func head(_ reply: GetTaskFile.Reply) -> String {
    """
    # The request \(reply.id)\(reply.app.map { " of app \($0)" } ?? ""). Save it to change the request, or leave it as it is.
    # A removed key returns to its default. Keys and notations: rubatoctl help submit, and rubato-tasks(5):
    # earliest: 01:00, latest: Fri 18:00 or 2d, every: 1d, requires: [power], prefers: [idle], retries: 8

    """
  }

  /// Whether the text is unchanged.
  var isUntouched: Bool { (try? TextFile.read(path, limit: TaskTree.longestFile)) == text }

  /// Deletes the file and its directory.
  func remove() {
    unlink(path)
    // If an editor has left a copy behind, the directory stays.
    rmdir(directory)
  }

  /// Returns the call that changes the request to the content of the file; `nil` if nothing changed.
  func changeCall() throws(Failure) -> Submit? {
    let edited = try Self.read(TextFile.read(path, limit: TaskTree.longestFile), at: path)
    guard
      edited.umask ?? Command.usualUmask == original.umask ?? Command.usualUmask
    else {
      throw .refused(
        "\(path): the umask of a queued request cannot be changed; leave it as it is, or submit the"
          + " request again")
    }
    var fields = edited.fields(differingFrom: original)
    let command = try changedCommand(in: edited)
    if command != nil { fields.append("command") }
    guard !fields.isEmpty else { return nil }
    try edited.refuseBadShellLines()
    // No option is required, so this does not fail.
    guard var terms = try? SubmitTerms.parse([]) else { return nil }
    terms.fill(from: edited)
    let placeholder = CommandInfo(arguments: [], directory: "/", environment: [:], umask: 0o022)
    var call = try terms.call(command ?? placeholder)
    // Without a command, the daemon keeps the command of the request.
    if command == nil { call.command = nil }
    call.id = reply.id
    call.app = reply.app
    call.owner = reply.owner
    call.changes = fields
    // The daemon refuses the change if the request was changed since it was read.
    call.revision = reply.revision
    if edited.groupWidth != original.groupWidth || edited.terms.group != original.terms.group {
      call.groupWidth = edited.groupWidth.map { Int64($0) }
    }
    return call
  }

  /// Returns the group whose width the user has removed from the file, so that it returns to the usual width; `nil` if
  /// there is none. The call of `changeCall` keeps the width.
  func groupWithoutWidth() throws(Failure) -> String? {
    let edited = try Self.read(TextFile.read(path, limit: TaskTree.longestFile), at: path)
    let isRemoved = original.groupWidth != nil && edited.groupWidth == nil
    return isRemoved && edited.terms.group == original.terms.group ? edited.terms.group : nil
  }

  /// Returns a refusal of the daemon with the place in the file that it concerns; other failures unchanged.
  func withPlaceInFile(_ failure: Failure) -> Failure {
    guard case .refused(let error, var parameters) = failure, let field = parameters.field,
      !Self.othersFields.contains(field)
    else { return failure }
    // The place is in the file as the user has saved it.
    guard let text = try? TextFile.read(path, limit: TaskTree.longestFile),
      let task = try? Self.read(text, at: path)
    else { return failure }
    let refusal = Refusal(
      .invalid, field: field, value: parameters.value ?? "", message: parameters.message)
    parameters.message = "\(task.error(of: refusal))"
    return .refused(error: error, parameters)
  }

  /// The fields of refusals that do not concern the file.
  private static let othersFields: Set = ["", "id", "app", "owner", "uid", "revision", "changes"]

  /// Returns the task that `text` describes; a task file describes one task. Throws an error with all problems if it is
  /// invalid, or if it is blank.
  private static func read(_ text: String, at path: String) throws(Failure) -> TaskFile {
    guard !text.allSatisfy(\.isWhitespace) else {
      throw .refused("\(path) is empty; to remove the request, use: rubatoctl cancel")
    }
    let entry = try TaskTree.Entry(file: path, text: text)
    // A queued request can be one that runs once, so a period is not required. Its user cannot be changed, so the key
    // `user` is an error.
    var rules = TaskRules()
    rules.requiresPeriod = false
    rules.allowsUser = false
    let reading = TaskReading(TaskTree(layers: [TaskTree.Layer(entries: [entry])]), rules: rules)
    guard let task = reading.tasks.first, reading.problems.isEmpty else {
      throw .refused(reading.problems.map { "\($0.error)" }.joined(separator: "\n"))
    }
    return task
  }

  /// Returns the new command of the request; `nil` if the file has not changed it.
  private func changedCommand(in edited: TaskFile) throws(Failure) -> CommandInfo? {
    let isSame =
      edited.work == original.work && edited.environment == original.environment
      && edited.signal == original.signal
      && (edited.directory ?? original.directory) == original.directory
    guard !isSame else { return nil }
    // The daemon keeps the umask of the request.
    var command = CommandInfo(
      arguments: [], directory: edited.directory ?? original.directory ?? "/",
      environment: environment(edited), umask: 0o022, signal: edited.signal?.rawValue)
    let lookup = ProgramLookup(
      directory: command.directory, path: command.environment["PATH"] ?? "/usr/bin:/bin")
    do throws(InputError) {
      switch edited.work {
      case .unit(let name): command.unit = name
      case .command(let words): command.arguments = try resolved(words, lookup)
      case .steps(let steps):
        command.steps = try steps.map { step throws(InputError) in
          StepInfo(
            name: step.name, arguments: try resolved(step.words, lookup),
            limit: step.limit?.seconds)
        }
      }
    } catch {
      throw .refused("\(edited.error("command", "\(error)"))")
    }
    return command
  }

  /// Returns the words of a command with the path of its program. The name of a program that the request already had is
  /// kept: the program need not be visible here.
  private func resolved(_ words: [String], _ lookup: ProgramLookup) throws(InputError) -> [String] {
    let known: [String?] =
      switch original.work {
      case .command(let words): [words.first]
      case .steps(let steps): steps.map(\.words.first)
      case .unit: []
      }
    return known.contains(words.first) ? words : try lookup.resolve(words)
  }

  /// Returns the new environment: the variables in the file, and those of the request that cannot be written in a file.
  private func environment(_ edited: TaskFile) -> [String: String] {
    let notInFile = reply.environment.filter { original.environment[$0.key] == nil }
    return notInFile.merging(edited.environment) { _, ofFile in ofFile }
  }
}
