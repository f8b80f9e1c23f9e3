import Scheduling
import Yams

extension TaskFile {
  /// Reads a task from the values of its file and drop-ins; what is wrong is noted there, and where
  /// something is, it is no task.
  init(
    id: String, path: String, dropIns: [String], _ fields: inout TaskFields, _ rules: TaskRules
  ) {
    self.id = id
    self.path = path
    self.dropIns = dropIns
    work = Self.work(&fields) ?? .command([])
    content = fields.content
    places = fields.values.mapValues(\.place)
    readSurroundings(&fields)
    readTime(&fields)
    readConditions(&fields)
    readRun(&fields)
    check(rules, &fields)
  }

  /// What is run: exactly one of the three.
  private static func work(_ fields: inout TaskFields) -> Work? {
    let keys = ["command", "steps", "unit"].filter { fields.values[$0] != nil }
    guard let key = keys.first else {
      if !fields.isUnread {
        fields.errors.append(
          fields.place.error(
            "there is nothing to run; add, for example, 'command: [/usr/bin/restic, backup, /home]'"
          ))
      }
      return nil
    }
    if keys.count > 1 {
      fields.fail(keys[1], "'\(keys[1])' cannot stand beside '\(key)'; leave one of them out")
    }
    switch key {
    case "unit": return fields.text(key).map { .unit($0) }
    case "steps": return fields.steps().map { .steps($0) }
    default: return fields.command(key).map { .command($0) }
    }
  }

  private mutating func readSurroundings(_ fields: inout TaskFields) {
    user = fields.text("user")
    directory = fields.value("directory", allowed: "an absolute path") { path in
      path.hasPrefix("/") ? path : nil
    }
    for key in fields.values.keys.sorted() where key.hasPrefix("environment.") {
      environment[String(key.dropFirst("environment.".count))] = fields.text(key)
    }
  }

  private mutating func readTime(_ fields: inout TaskFields) {
    kind = fields.word("kind")
    earliest = fields.time("earliest")
    latest = fields.time("latest")
    atLatest = fields.word("at-latest")
    every = fields.duration("every")
    flex = fields.duration("flex")
    budget = fields.duration("budget")
    grace = fields.duration("grace")
    backoffDelay = fields.duration("backoff-delay")
  }

  private mutating func readConditions(_ fields: inout TaskFields) {
    let required = fields.requirements("requires")
    requires = required?.conditions ?? []
    paths = required?.paths ?? []
    condition = fields.text("condition")
    prefers = fields.conditions("prefers")
    allowsBattery = fields.flag("allow-battery")
    isExpedited = fields.flag("expedited")
    group = fields.text("group")
  }

  private mutating func readRun(_ fields: inout TaskFields) {
    signal = fields.word("signal", ExpirationSignal.init(name:))
    earlySignal = fields.word("early-signal", ExpirationSignal.init(name:))
    onLostPreference = fields.word("on-lost-preference", ExpirationSignal.init(name:))
    signalsReadiness = fields.flag("ready")
    preventsSleep = fields.flag("prevent-sleep")
    onClosedGate = fields.word("on-closed-gate")
    retries = fields.number("retries", in: 0...1000)
    backoff = fields.word("backoff")
    onFailure = fields.text("on-failure")
    limits.memoryBytes = fields.value("limits.memory", allowed: SizeNotation.allowed) {
      SizeNotation.parse($0)
    }
    limits.tasks = fields.number("limits.tasks", in: 1...4_194_304)
    limits.cpuPercent = fields.value("limits.cpu", allowed: "a percentage such as 50%") { text in
      text.hasSuffix("%") ? Int(text.dropLast()).flatMap { $0 > 0 ? $0 : nil } : nil
    }
    limits.cpuWeight = fields.number("limits.cpu-weight", in: 1...10_000)
    limits.ioWeight = fields.number("limits.io-weight", in: 1...10_000)
  }

  private func check(_ rules: TaskRules, _ fields: inout TaskFields) {
    if rules.requiresPeriod && fields.values["every"] == nil && !fields.isUnread {
      fields.errors.append(
        fields.place.error(
          "'every' is missing; add, for example, 'every: 1d'."
            + " Work that runs only once is submitted with: rubatoctl submit"))
    }
    if user != nil && !rules.allowsUser {
      fields.fail(
        "user", "'user' may stand in the system's directories only; leave it out: this runs as you")
    }
    if user != nil, case .unit = work {
      fields.fail(
        "user", "'user' is not for a unit, which says itself whom it runs as; leave it out")
    }
  }
}

extension TaskFields {
  fileprivate mutating func duration(_ key: String) -> Duration? {
    value(key, allowed: DurationNotation.allowed) { DurationNotation.parse($0) }
  }

  /// A time as it is written, if it is one.
  fileprivate mutating func time(_ key: String) -> String? {
    value(key, allowed: TimeNotation.allowed) { text in
      UniversalZone.knows(text) ? text : nil
    }
  }

  fileprivate mutating func number(_ key: String, in range: ClosedRange<Int>) -> Int? {
    value(key, allowed: "\(range.lowerBound) to \(range.upperBound)") { text in
      Int(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  fileprivate mutating func word<Word: CaseIterable & RawRepresentable>(
    _ key: String, _ parse: (String) -> Word?
  ) -> Word? where Word.RawValue == String {
    value(key, allowed: Word.allCases.map(\.rawValue).listed, parse)
  }

  fileprivate mutating func conditions(_ key: String) -> Conditions {
    guard let words = words(key) else { return [] }
    do throws(Refusal) {
      return try Conditions(names: words, field: key)
    } catch {
      fail(key, error.message)
      return []
    }
  }

  fileprivate mutating func requirements(_ key: String) -> Requirements? {
    guard let words = words(key) else { return nil }
    do throws(Refusal) {
      return try Requirements(words: words, field: key)
    } catch {
      fail(key, error.message)
      return nil
    }
  }

  /// A program and its arguments: a list, or one line in which nothing needs a shell.
  fileprivate mutating func command(_ key: String) -> [String]? {
    guard let value = values[key] else { return nil }
    do throws(FileError) {
      return try CommandWords.read(value.node, key: key, at: value.place)
    } catch {
      errors.append(error)
      return nil
    }
  }

  fileprivate mutating func steps() -> [TaskFile.Step]? {
    guard let value = values["steps"] else { return nil }
    guard case .sequence(let items) = value.node, !items.isEmpty else {
      errors.append(
        value.place.error(
          "'steps' is a list of steps, each '- {name: NAME, command: [PROGRAM, ARGUMENT]}'"))
      return nil
    }
    return items.compactMap { step($0, file: value.place.file) }
  }

  private mutating func step(_ node: Node, file: String) -> TaskFile.Step? {
    var fields = TaskFields(
      node, what: "a step", file: file, allowed: ["name", "command", "limit"])
    let isMapping = fields.errors.isEmpty
    let (name, words) = (fields.text("name"), fields.command("command"))
    let limit = fields.duration("limit")
    for key in ["name", "command"] where isMapping && fields.values[key] == nil {
      fields.errors.append(fields.place.error("the step has no '\(key)'; add it"))
    }
    errors += fields.errors
    guard let name, let words else { return nil }
    return TaskFile.Step(name: name, words: words, limit: limit)
  }
}
