// Checks that the work of a submission can be run.
extension SubmissionCheck {
  /// Throws a refusal unless `command` can be executed: its program, steps or unit, its directory, its umask, its
  /// signal and its texts are checked. Also used for the program of an installed app.
  func check(_ command: Command) throws(Refusal) {
    try checkWork(of: command)
    // Newer versions of systemd refuse "..". Its removal from the text can lead elsewhere if the path has links.
    let (bytes, slash) = (command.directory.utf8, UInt8(ascii: "/"))
    let hasParents = bytes.split(separator: slash).contains { $0.elementsEqual("..".utf8) }
    guard bytes.first == slash, !hasParents else {
      throw Refusal(
        field: "command.directory", value: command.directory,
        allowed: "an absolute path without '..' in it")
    }
    guard command.umask <= 0o777 else {
      throw Refusal(
        field: "command.umask", value: String(command.umask), allowed: "0 to 511 (octal 777)")
    }
    guard (1...64).contains(command.signal) else {
      throw Refusal(
        field: "command.signal", value: String(command.signal), allowed: "a signal from 1 to 64")
    }
    try checkStrings(of: command)
    try checkLengths(of: command)
  }

  /// Throws a refusal unless `command` is only a program, only steps or only a unit, in the allowed form. A task has
  /// none of them.
  private func checkWork(of command: Command) throws(Refusal) {
    if let unit = command.unit {
      guard command.arguments.isEmpty, command.steps.isEmpty else {
        throw Refusal(
          field: "command.unit", value: unit, allowed: "only a unit, without a command")
      }
      try checkUnit(unit, field: "command.unit")
    } else if command.isTask {
      return
    } else if command.steps.isEmpty {
      try checkProgram(command.arguments, field: "command.arguments")
    } else {
      try checkSteps(of: command)
    }
  }

  /// Throws a refusal of `field` unless the first of `arguments` is an absolute path.
  private func checkProgram(_ arguments: [String], field: String) throws(Refusal) {
    guard let program = arguments.first, program.utf8.first == UInt8(ascii: "/") else {
      throw Refusal(
        field: field, value: arguments.first ?? "",
        allowed: "an absolute path first, then the arguments")
    }
  }

  /// Throws a refusal if there are too many steps, or also a command; if two steps have the same name; or if a name, a
  /// program or a time limit is malformed.
  private func checkSteps(of command: Command) throws(Refusal) {
    guard command.arguments.isEmpty, command.steps.count <= settings.stepsPerTask else {
      throw Refusal(
        field: "command.steps", value: "\(command.steps.count)",
        allowed: "at most \(settings.stepsPerTask) steps, and no command")
    }
    var seen: Set<String> = []
    for step in command.steps {
      try Self.checkName(step.name, field: "command.steps.name")
      guard seen.insert(step.name).inserted else {
        throw Refusal(
          field: "command.steps.name", value: step.name, allowed: "a different name for each step")
      }
      try checkProgram(step.arguments, field: "command.steps.arguments")
      try Self.check(
        step.limit, field: "command.steps.limit", in: .milliseconds(100)...settings.horizon)
    }
  }

  /// Throws a refusal of `field` unless `name` can be the name of a service unit of systemd: at most 255 bytes, of the
  /// allowed ASCII characters, with the suffix `.service`.
  private func checkUnit(_ name: String, field: String) throws(Refusal) {
    let isName = name.utf8.allSatisfy { byte in
      let character = Character(UnicodeScalar(byte))
      return character.isASCII
        && (character.isLetter || character.isNumber || ":-_.\\@".contains(character))
    }
    guard isName, name.hasSuffix(".service"), name.utf8.count <= 255 else {
      throw Refusal(
        field: field, value: String(name.prefix(260)),
        allowed: "the name of a service unit, such as fstrim.service")
    }
  }

  /// Throws a refusal if a signal or a resource limit is out of range, or if an option for failures is malformed.
  func check(_ terms: RunTerms) throws(Refusal) {
    try check(terms.earlySignal, field: "earlySignal")
    try check(terms.onLostPreference, field: "onLostPreference")
    try checkFailureTerms(of: terms)
    let limits = terms.limits
    // A mebibyte to a pebibyte of memory, and at most as many tasks as the kernel has process numbers (PID_MAX_LIMIT).
    try check(limits.memoryBytes, field: "limits.memoryBytes", in: 1 << 20...1 << 50, "bytes")
    try check(limits.tasks.map { Int64($0) }, field: "limits.tasks", in: 1...1 << 22, "tasks")
    try check(
      limits.cpuPercent.map { Int64($0) }, field: "limits.cpuPercent", in: 1...100_000, "percent")
    // The bounds of cpu.weight and io.weight (cgroup-v2 in the kernel's administration guide).
    try check(limits.cpuWeight.map { Int64($0) }, field: "limits.cpuWeight", in: 1...10_000, "")
    try check(limits.ioWeight.map { Int64($0) }, field: "limits.ioWeight", in: 1...10_000, "")
  }

  /// Throws a refusal if a unit or a command line is malformed, or if each failure is reported without a unit or a
  /// command for failures.
  private func checkFailureTerms(of terms: RunTerms) throws(Refusal) {
    if let unit = terms.onFailure { try checkUnit(unit, field: "onFailure") }
    if let line = terms.onFailureCommand { try Needs.check(line: line, field: "onFailureCommand") }
    if let line = terms.onOverdueCommand { try Needs.check(line: line, field: "onOverdueCommand") }
    if terms.reportsEachFailure, terms.onFailure == nil, terms.onFailureCommand == nil {
      throw Refusal(
        .invalid, field: "eachFailure", value: "true",
        message: "eachFailure has no effect without a command or unit for failures; also give"
          + " `onFailureCommand` or `onFailure`")
    }
  }

  /// Throws a refusal of `field` if `signal` is not 1 to 64; `nil` is accepted.
  private func check(_ signal: Int32?, field: String) throws(Refusal) {
    guard let signal, !(1...64).contains(signal) else { return }
    throw Refusal(field: field, value: String(signal), allowed: "a signal from 1 to 64")
  }

  /// Throws a refusal of `field` if `value` is outside of `range`; `nil` is accepted. The message names `unit`, unless
  /// it is empty.
  private func check(
    _ value: Int64?, field: String, in range: ClosedRange<Int64>, _ unit: String
  ) throws(Refusal) {
    guard let value, !range.contains(value) else { return }
    let bounds = "\(range.lowerBound) to \(range.upperBound)"
    throw Refusal(
      field: field, value: String(value), allowed: unit.isEmpty ? bounds : "\(bounds) \(unit)")
  }

  /// Whether the name of a variable can contain `byte`. Names are keys of a dictionary, which treats some other
  /// characters as equal although their bytes differ.
  private static func isOfVariable(_ byte: UInt8) -> Bool {
    (0x20...0x7e).contains(byte) && byte != UInt8(ascii: "=")
  }

  /// Throws a refusal if a text contains a NUL character, at which the kernel ends every argument, or if the name of a
  /// variable is malformed.
  private func checkStrings(of command: Command) throws(Refusal) {
    let hasNUL = { (text: String) in text.utf8.contains(0) }
    let argument = command.firstArgument(where: hasNUL)
    if let text = argument ?? (hasNUL(command.directory) ? command.directory : nil) {
      throw Refusal(
        field: "command.arguments", value: text, allowed: "text without NUL characters")
    }
    // Sorted, so that of several wrong variables the same one is always named.
    let wrong = command.environment.sorted { $0.key < $1.key }.first { name, value in
      name.isEmpty || !name.utf8.allSatisfy(Self.isOfVariable) || value.utf8.contains(0)
    }
    if let wrong {
      throw Refusal(
        field: "command.environment", value: String(wrong.key.prefix(80)),
        allowed: "names of ASCII characters without '=', and values without NUL characters")
    }
  }

  /// Throws a refusal if an argument or a variable is too long for the kernel, which would not start the command.
  private func checkLengths(of command: Command) throws(Refusal) {
    let longest = Command.longestString
    if let argument = command.firstArgument(where: { $0.utf8.count > longest }) {
      throw Refusal(
        field: "command.arguments", value: "\(argument.utf8.count) bytes",
        allowed: "at most \(longest) bytes in one argument; pass longer data in a file")
    }
    let long = command.environment.sorted { $0.key < $1.key }.first { name, value in
      name.utf8.count + "=".utf8.count + value.utf8.count > longest
    }
    if let long {
      throw Refusal(
        field: "command.environment", value: String(long.key.prefix(80)),
        allowed: "at most \(longest) bytes in one variable with its name; pass longer data in a"
          + " file")
    }
  }
}

extension Command {
  /// Returns the first argument of the command or its steps that satisfies `condition`, without a list of all.
  fileprivate func firstArgument(where condition: (String) -> Bool) -> String? {
    if let argument = arguments.first(where: condition) { return argument }
    for step in steps {
      if let argument = step.arguments.first(where: condition) { return argument }
    }
    return nil
  }
}
