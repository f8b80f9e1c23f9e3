/// A rule for words of code that some folders must not contain.
struct WordRule: Rule {
  struct Word {
    var word: String
    /// Whether a member of that name, as in `queue.async`, is something else.
    var isElseAsMember: Bool
  }

  let folders: [String]
  /// Files in these folders that may contain the words.
  var exempt: Set<String> = []
  let words: [Word]
  let why: String

  init(in folders: [String], _ words: [String], members: [String] = [], why: String) {
    self.folders = folders
    self.words =
      words.map { Word(word: $0, isElseAsMember: true) }
      + members.map { Word(word: $0, isElseAsMember: false) }
    self.why = why
  }

  func findings(in file: Repository.File) -> [Finding] {
    guard folders.contains(where: { file.path.hasPrefix($0 + "/") }), !exempt.contains(file.path)
    else { return [] }
    return findings(inCodeOf: file) { line in
      words.first { Self.has($0, line) }.map { "'\($0.word)': \(why)" }
    }
  }

  private static func has(_ word: Word, _ line: Substring) -> Bool {
    for range in line.ranges(of: word.word) {
      let before = line[..<range.lowerBound].last
      let after = line[range.upperBound...].first
      let isWhole =
        !(before.map(isWordCharacter) ?? false)
        && (!(after.map(isWordCharacter) ?? false) || word.word.hasSuffix("("))
      let isMember = before == "." || before == "`"
      let isDeclared = line[..<range.lowerBound].hasSuffix("func ")
      if isWhole && !(word.isElseAsMember && (isMember || isDeclared)) { return true }
    }
    return false
  }

  private static func isWordCharacter(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}

extension WordRule {
  /// The scheduler is a function of its events and of the time that it receives.
  static let pureCore: WordRule = {
    var rule = pureCoreWithoutExemption
    // Copies of the scheduler share how far a search has gone. Its result does not depend on that.
    rule.exempt = ["Sources/Core/Scheduling/State/Pending/PriceSearch.swift"]
    return rule
  }()

  private static let pureCoreWithoutExemption = WordRule(
    in: ["Sources/Core/Vocabulary", "Sources/Core/Scheduling"],
    [
      "async", "await", "Task", "actor", "Mutex", "Atomic", "ContinuousClock", "SuspendingClock",
      "Date", "SystemRandomNumberGenerator", "getenv(", "print(",
      // libm differs between processors; the core has its own log2 and exp2.
      "exp(", "expm1(", "log(", "log10(", "log1p(", "pow(", "sin(", "cos(", "tan(", "atan(",
      "cbrt(", "hypot(",
    ],
    members: ["random(", "randomElement(", "shuffled(", "shuffle(", "hashValue"],
    why: "the core knows no clock, no chance, no libm and no concurrency")

  /// The targets that are linked into rubatod.
  static let daemon = [
    "Sources/Core", "Sources/Machine", "Sources/Protocol", "Sources/Daemon",
    "Sources/Programs/rubatod",
  ]

  /// A Swift task makes an idle daemon on Linux wake once a second.
  static let noTasks = WordRule(
    in: daemon,
    ["async", "await", "Task", "TaskGroup", "actor", "withCheckedContinuation(", "AsyncStream"],
    why: "what is linked into rubatod runs no Swift tasks")

  /// A concurrent queue of Dispatch also makes an idle daemon wake once a second, after its first work. The sources of
  /// Dispatch crash on Linux (decision 23).
  static let noDispatch = WordRule(
    in: daemon,
    [
      "Dispatch", "DispatchIO", "DispatchQueue", "DispatchSemaphore", "DispatchSource",
      "DispatchTime", "OperationQueue", "dispatchMain", "dispatchPrecondition",
    ],
    why: "what is linked into rubatod has one event loop")

  /// A test waits for an expected event, and not for time to pass.
  static let noSleep: WordRule = {
    var rule = noSleepAtAll
    // Handlers whose timers a bench lets pass.
    rule.exempt = ["LeftoverTests", "QueueTests"].reduce(into: []) { files, name in
      files.insert("Tests/Suites/BackgroundTasksTestingTests/\(name).swift")
    }
    return rule
  }()

  private static let noSleepAtAll = WordRule(
    in: ["Tests"],
    // As a member, `sleep` is the event of a machine that sleeps.
    ["sleep("],
    members: [
      "Task.sleep(", "Thread.sleep(", "Glibc.sleep(", "usleep(", "nanosleep(", "asyncAfter(",
    ],
    why: "tests wait for events")
}
