import Files
import Scheduling
import Simulation

/// Reads work requests, and collects notes on the parts that are simulated differently.
///
/// The limits and refusals are those of WorkManager and JobScheduler: `WorkRequest.Builder`, `WorkSpec` and `JobInfo`.
struct WorkRequestReader {
  private static let keys = [
    "uniqueName", "periodic", "enqueued", "initialDelay", "constraints", "backoffPolicy",
    "backoffDelay", "expedited", "outOfQuotaPolicy", "prerequisites", "existingWorkPolicy",
    "nextScheduleTimeOverride", "tags", "inputData", "work",
  ]
  /// The time after which JobScheduler stops a job.
  private static let longestRun = Duration.minutes(10)
  /// The time that JobScheduler guarantees to an expedited job.
  private static let longestExpeditedRun = Duration.minutes(3)
  private static let allowedBackoff = Duration.seconds(10)...Duration.hours(5)

  let file: String
  var notes = TranslationNotes()

  init(file: String) {
    self.file = file
  }

  /// Reads one work request.
  mutating func read(_ node: Node) throws(FileError) -> WorkRequest {
    let fields = try Fields(node, describing: "a work request", allowed: Self.keys, file: file)
    try fields.require("uniqueName", example: "sync")
    let name =
      try fields.value("uniqueName", allowed: "letters, digits and . _ @ : -") {
        TaskReader.isName($0) ? $0 : nil
      } ?? ""
    let isExpedited = try readExpedited(fields)
    let constraints = try WorkConstraints(fields)
    notes.lost += constraints.losses.map { "\(name): \($0)" }
    var terms = TaskTerms(kind: isExpedited ? .userInitiated : .utility)
    // Android starts work as soon as its constraints are met, and does not wait for a better moment.
    terms.asked.isExpedited = true
    terms.asked.budget = isExpedited ? Self.longestExpeditedRun : Self.longestRun
    // `Result.failure()` ends one-time work; `Result.retry()` is an exit code that is retried without a limit.
    terms.asked.retries = 0
    terms.asked.requires = constraints.required
    terms.earliest = try fields.delay("initialDelay")
    terms.asked.backoff = try readBackoff(fields, name)
    if let (interval, flex) = try readPeriod(fields, name) {
      (terms.asked.every, terms.asked.flex) = (interval, flex)
    }
    let prerequisites = try readPrerequisites(fields)
    terms.asked.needs.predecessors.toComplete = prerequisites
    var task = ModelTask(
      id: name, terms: terms, arrival: try readArrival(fields, name) ?? .start,
      work: try AndroidWork.read(fields))
    task.constraints = constraints.named
    try checkCombinations(fields, constraints)
    noteLosses(fields, name)
    return WorkRequest(
      name: name, place: fields.place, task: task, prerequisites: prerequisites)
  }

  // MARK: Time

  /// Reads the interval and the flex of periodic work, corrected as by WorkManager: an interval of at least 15 minutes,
  /// and a flex of 5 minutes up to the interval. The flex is `nil` if it is the whole interval. Returns `nil` for
  /// one-time work.
  private mutating func readPeriod(
    _ fields: Fields, _ name: String
  ) throws(FileError) -> (interval: Duration, flex: Duration?)? {
    guard
      let periodic = try fields.mapping("periodic", allowed: ["repeatInterval", "flexInterval"])
    else { return nil }
    try periodic.require("repeatInterval", example: "PT6H")
    let askedInterval = try periodic.delay("repeatInterval") ?? .zero
    let allowedIntervals = Duration.minutes(15)...max(.minutes(15), askedInterval)
    let interval = corrected(askedInterval, "repeatInterval", name, allowedIntervals)
    guard let askedFlex = try periodic.delay("flexInterval") else { return (interval, nil) }
    let flex = corrected(askedFlex, "flexInterval", name, .minutes(5)...interval)
    return (interval, flex == interval ? nil : flex)
  }

  /// Reads the backoff after `Result.retry()`, corrected to between 10 seconds and 5 hours.
  private mutating func readBackoff(_ fields: Fields, _ name: String) throws(FileError) -> Backoff {
    let growths: [(word: String, value: BackoffGrowth)] = [
      ("EXPONENTIAL", .exponential), ("LINEAR", .linear),
    ]
    let growth = try fields.word("backoffPolicy", growths) ?? .exponential
    var backoff = Backoff(growth: growth, first: .seconds(30))
    if let delay = try fields.delay("backoffDelay") {
      backoff.first = corrected(delay, "backoffDelay", name, Self.allowedBackoff)
    }
    return backoff
  }

  /// Returns the value in `range` that is nearest to `value`, and adds a note if the two differ.
  ///
  /// - Parameters:
  ///   - key: The key of the value, for the note.
  ///   - name: The name of the work request, for the note.
  private mutating func corrected(
    _ value: Duration, _ key: String, _ name: String, _ range: ClosedRange<Duration>
  ) -> Duration {
    let corrected = min(max(value, range.lowerBound), range.upperBound)
    if corrected != value {
      notes.corrected.append(
        "\(name): \(key) \(value.notation) becomes \(corrected.notation), as in WorkManager")
    }
    return corrected
  }

  /// Reads the time at which the app enqueues the request: `start` or `daily 18:00`; `nil` if the key is absent.
  private mutating func readArrival(
    _ fields: Fields, _ name: String
  ) throws(FileError) -> ModelTask.Arrival? {
    let arrival: ModelTask.Arrival? = try fields.value(
      "enqueued", allowed: "start, or daily with a time, such as daily 18:00"
    ) { text in
      if text == "start" { return .start }
      guard text.hasPrefix("daily ") else { return nil }
      let secondsOfDay = CivilTime.secondsOfDay(text: text.dropFirst("daily ".count))
      return secondsOfDay.map { .daily(after: .seconds($0)) }
    }
    // Read also without `enqueued`, so that an unknown word is an error.
    let policies = ["REPLACE", "KEEP", "APPEND", "APPEND_OR_REPLACE", "UPDATE"]
    let policy = try fields.word("existingWorkPolicy", policies.map { ($0, $0) })
    if case .daily? = arrival, let policy, policy != "REPLACE" {
      notes.lost.append(
        "\(name): existingWorkPolicy \(policy) is simulated as REPLACE: waiting work is replaced daily"
      )
    }
    return arrival
  }

  // MARK: Rules of WorkManager

  /// Reads `expedited`. Throws an error if the request has an `outOfQuotaPolicy` and is not expedited.
  private func readExpedited(_ fields: Fields) throws(FileError) -> Bool {
    let isExpedited = try fields.boolean("expedited") ?? false
    let policies = ["RUN_AS_NON_EXPEDITED_WORK_REQUEST", "DROP_WORK_REQUEST"]
    _ = try fields.word("outOfQuotaPolicy", policies.map { ($0, $0) })
    if let node = fields.node("outOfQuotaPolicy"), !isExpedited {
      throw fields.error(
        at: node, "'outOfQuotaPolicy' requires expedited work; add \"expedited\": true")
    }
    return isExpedited
  }

  /// Reads the names of the requests that must succeed before; empty if the key is absent.
  private func readPrerequisites(_ fields: Fields) throws(FileError) -> [String] {
    guard let node = fields.node("prerequisites") else { return [] }
    guard case .sequence = node, let names = try fields.words("prerequisites") else {
      throw fields.error(at: node, "'prerequisites' is a list of names; write it as [\"compress\"]")
    }
    guard names.count <= Predecessors.most, Set(names).count == names.count else {
      throw fields.error(
        at: node,
        "'prerequisites' has duplicate or too many names; write up to \(Predecessors.most), each once"
      )
    }
    return names
  }

  /// Throws an error if WorkManager does not build such a request.
  private func checkCombinations(
    _ fields: Fields, _ constraints: WorkConstraints
  ) throws(FileError) {
    let isPeriodic = fields.node("periodic") != nil
    try exclude(
      "prerequisites", "periodic", if: isPeriodic, fields, "chains have only one-time work")
    try exclude("enqueued", "periodic", if: isPeriodic, fields, "periodic work is enqueued once")
    try exclude(
      "enqueued", "prerequisites", if: fields.node("prerequisites") != nil, fields,
      "a chain is enqueued as a whole")
    let isExpedited = try readExpedited(fields)
    try exclude(
      "expedited", "periodic", if: isExpedited && isPeriodic, fields,
      "WorkManager refuses expedited periodic work")
    let isDelayed = try fields.delay("initialDelay").map { $0 > .zero } ?? false
    try exclude(
      "expedited", "initialDelay", if: isExpedited && isDelayed, fields,
      "WorkManager refuses a delay of expedited work")
    if let constraint = constraints.keyExcludingExpedited {
      try exclude(
        "expedited", constraint, if: isExpedited, fields,
        "WorkManager allows expedited work only constraints of network and storage")
    }
    for key in ["backoffPolicy", "backoffDelay"] {
      try exclude(
        key, "requiresDeviceIdle", if: constraints.required.contains(.idle), fields,
        "WorkManager refuses a backoff of idle work")
    }
  }

  /// Throws an error at `key`, if it is present and cannot be combined with the key `other`.
  ///
  /// - Parameters:
  ///   - isExcluded: Whether this request has the other key with a value that excludes `key`.
  ///   - why: The rule of WorkManager, for the error.
  private func exclude(
    _ key: String, _ other: String, if isExcluded: Bool, _ fields: Fields, _ why: String
  ) throws(FileError) {
    guard isExcluded, let node = fields.node(key) else { return }
    throw fields.error(
      at: node, "'\(key)' cannot be combined with '\(other)': \(why); omit one of them")
  }

  /// Adds notes on keys that are read, but have no counterpart.
  private mutating func noteLosses(_ fields: Fields, _ name: String) {
    if fields.hasWord("DROP_WORK_REQUEST", at: "outOfQuotaPolicy") {
      notes.lost.append("\(name): DROP_WORK_REQUEST has no effect: no quota is simulated")
    }
    if fields.node("nextScheduleTimeOverride") != nil {
      notes.lost.append("\(name): nextScheduleTimeOverride is not simulated")
    }
  }
}
