import Scheduling

extension TaskFile {
  /// Reads a task from the values of its file and drop-ins, and records mistakes there. If there are any, the
  /// result is not a valid task.
  init(
    id: String, path: String, dropIns: [String], _ fields: inout TaskFields, _ rules: TaskRules
  ) {
    self.id = id
    self.path = path
    self.dropIns = dropIns
    work = Self.readWork(&fields) ?? .command([])
    // Before `extractGroupWidth` takes the width out of the values: a changed width also changes the task.
    content = fields.content
    places = fields.values.mapValues(\.place)
    readExecutionContext(&fields)
    (earliest, latest) = (fields.time("earliest"), fields.time("latest"))
    groupWidth = fields.extractGroupWidth()
    terms.read(&fields)
    recordContradictions(rules, &fields)
  }

  /// Reads the work from exactly one of the keys `command`, `steps` and `unit`; `nil` if there is none, or if its value
  /// is not allowed. Records mistakes.
  private static func readWork(_ fields: inout TaskFields) -> Work? {
    let keys = ["command", "steps", "unit"].filter { fields.values[$0] != nil }
    guard let key = keys.first else {
      // If no value could be read, that mistake is enough.
      if !fields.isUnread {
        fields.errors.append(
          fields.place.error(
            "'command' is missing; add, for example, 'command: [/usr/bin/restic, backup, /home]'"))
      }
      return nil
    }
    if keys.count > 1 {
      fields.recordError(
        keys[1], "'\(keys[1])' cannot be combined with '\(key)'; leave one of them out")
    }
    switch key {
    case "unit": return fields.text(key).map { .unit($0) }
    case "steps": return fields.readSteps().map { .steps($0) }
    default: return fields.readCommand(key).map { .command($0) }
    }
  }

  /// Reads the user, the directory, the signal, the umask and the environment of the command.
  private mutating func readExecutionContext(_ fields: inout TaskFields) {
    user = fields.text("user")
    directory = fields.parsedValue("directory", allowed: "an absolute path") { path in
      path.utf8.first == UInt8(ascii: "/") ? path : nil
    }
    signal = fields.signal("signal")
    umask = fields.umask("umask")
    for key in fields.values.keys.filter({ $0.hasPrefix("environment.") }).sorted() {
      environment[String(key.dropFirst("environment.".count))] = fields.text(key)
    }
  }

  /// Records mistakes that a single key does not show: a missing period, a user that the file may not set, or a unit's
  /// user.
  private func recordContradictions(_ rules: TaskRules, _ fields: inout TaskFields) {
    let isStanding = ["every", "on", "when-changed", "after", "after-any"].contains {
      fields.values[$0] != nil
    }
    if rules.requiresPeriod && !isStanding && !fields.isUnread {
      fields.errors.append(
        fields.place.error(
          "'every' or 'on' is missing; add, for example, 'every: 1d' or 'on: Mon..Fri 09:00'."
            + " To run work only once, use: rubatoctl submit"))
    }
    if user != nil && !rules.allowsUser {
      fields.recordError(
        "user", "'user' is allowed only in the system's directories; leave it out to run as you")
    }
    if user != nil, case .unit = work {
      fields.recordError(
        "user", "'user' does not apply to a unit, which sets its own user; leave it out")
    }
  }
}

extension TaskFields {
  /// Reads a program and its arguments: a list, or one line without shell syntax. Returns `nil` if the key is missing,
  /// or if the value is not allowed, which is recorded.
  fileprivate mutating func readCommand(_ key: String) -> [String]? {
    guard let value = values[key] else { return nil }
    do throws(FileError) {
      return try CommandWords.read(value.node, key: key, at: value.place)
    } catch {
      errors.append(error)
      return nil
    }
  }

  /// Reads the steps; `nil` if there is no list of them. Records mistakes and leaves out steps that lack a name or a
  /// command.
  fileprivate mutating func readSteps() -> [TaskFile.Step]? {
    guard let value = values["steps"] else { return nil }
    guard case .sequence(let items) = value.node, !items.isEmpty else {
      errors.append(
        value.place.error(
          "'steps' is a list of steps, each '- {name: NAME, command: [PROGRAM, ARGUMENT]}'"))
      return nil
    }
    return items.compactMap { readStep($0, file: value.place.file) }
  }

  /// Reads one step, and records its mistakes; `nil` if it has no valid name or command.
  private mutating func readStep(_ node: Node, file: String) -> TaskFile.Step? {
    var fields = TaskFields(
      node, describing: "a step", file: file, allowed: ["name", "command", "limit"])
    // If the step is not a mapping, that mistake is enough: its missing keys are not reported.
    let isMapping = fields.errors.isEmpty
    let (name, words) = (fields.text("name"), fields.readCommand("command"))
    let limit = fields.duration("limit")
    for key in ["name", "command"] where isMapping && fields.values[key] == nil {
      fields.errors.append(fields.place.error("the step has no '\(key)'; add it"))
    }
    errors += fields.errors
    guard let name, let words else { return nil }
    return TaskFile.Step(name: name, words: words, limit: limit)
  }
}
