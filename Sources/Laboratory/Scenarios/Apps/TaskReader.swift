import Files
import Scheduling
import Simulation

/// Reads a task: its terms, its submissions, and the work of its runs.
struct TaskReader {
  let calendar: Calendar
  let clock: LocalClock

  /// The words of `submit` and of task files, and three words of simulations.
  private static let keys = [
    "id", "kind", "earliest", "latest", "at-latest", "every", "flex", "requires", "prefers",
    "budget", "grace", "allow-battery", "expedited", "group", "retries", "wake", "arrives",
    "resubmits", "work",
  ]

  /// Reads one task: its id, its terms, the times of its submissions, and its work.
  ///
  /// - Parameter arrival: The default time of the first submission.
  func read(
    _ node: Node, file: String, arrival: ModelTask.Arrival
  ) throws(FileError) -> ModelTask {
    let fields = try Fields(node, describing: "a task", allowed: Self.keys, file: file)
    try fields.require("id", example: "refresh")
    let id = try fields.value("id", allowed: "letters, digits and . _ @ : -") {
      Self.isName($0) ? $0 : nil
    }
    let terms = try readTerms(fields)
    return ModelTask(
      id: id ?? "", terms: terms, arrival: try readArrival(fields) ?? arrival,
      resubmits: try fields.duration("resubmits"),
      work: try WorkReader.read(fields, terms.asked.kind))
  }

  /// Whether `text` can name an app or a task: it is not empty, and has only ASCII letters, digits and `. _ @ : -`.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.unicodeScalars.allSatisfy {
        ("a"..."z").contains($0) || ("A"..."Z").contains($0) || ("0"..."9").contains($0)
          || "._@:-".unicodeScalars.contains($0)
      }
  }

  /// Reads the options of the task's submissions: kind, dates, conditions, budget and so on. Dates are durations after
  /// a submission. Absent keys keep the defaults of `TaskTerms`.
  private func readTerms(_ fields: Fields) throws(FileError) -> TaskTerms {
    try fields.require("kind", example: "refresh")
    var terms = TaskTerms(kind: try fields.word("kind") ?? .usual)
    terms.earliest = try fields.duration("earliest")
    terms.latest = try fields.duration("latest")
    terms.asked.atLatest = try fields.word("at-latest")
    terms.asked.every = try fields.duration("every")
    terms.asked.flex = try fields.duration("flex")
    terms.asked.requirements = try readRequirements(fields)
    terms.asked.prefers = try readConditions("prefers", fields)
    terms.asked.budget = try fields.duration("budget")
    terms.asked.grace = try fields.duration("grace")
    terms.asked.allowsBattery = try fields.flag("allow-battery") ?? false
    terms.asked.isExpedited = try fields.flag("expedited") ?? false
    terms.asked.run.wakesMachine = try fields.flag("wake") ?? false
    terms.asked.group = try fields.text("group")
    if let retries = try fields.wholeNumber("retries", in: 0...1000) {
      terms.asked.retries = retries
    }
    return terms
  }

  /// Reads `requires`: names of device states, paths as `path=/mnt/backup`, and networks as `network=home`; empty if
  /// the key is absent. Any other word throws an error.
  private func readRequirements(_ fields: Fields) throws(FileError) -> Requirements {
    guard let node = fields.node("requires"), let words = try fields.words("requires") else {
      return Requirements()
    }
    do throws(Refusal) {
      return try Requirements(words: words, field: "requires")
    } catch {
      throw fields.error(at: node, error.message)
    }
  }

  /// Reads the names of device states in `prefers`; empty if the key is absent. An unknown name throws
  /// an error.
  private func readConditions(_ key: String, _ fields: Fields) throws(FileError) -> Conditions {
    guard let node = fields.node(key), let names = try fields.words(key) else { return [] }
    do throws(Refusal) {
      return try Conditions(names: names, field: key)
    } catch {
      throw fields.error(at: node, error.message)
    }
  }

  /// Reads `arrives`, the time of the task's first submission: `start`, `first-open`, `daily 18:00`, or a time in the
  /// form of a device's steps. `nil` if the key is absent; any other text throws an error.
  private func readArrival(_ fields: Fields) throws(FileError) -> ModelTask.Arrival? {
    guard let node = fields.node("arrives"), let text = try fields.text("arrives") else {
      return nil
    }
    switch text {
    case "start": return .start
    case "first-open": return .firstOpen
    case _ where text.hasPrefix("daily "):
      if let seconds = CivilTime.secondsOfDay(text: text.dropFirst("daily ".count)) {
        return .daily(after: .seconds(seconds))
      }
    default: break
    }
    if let after = StepTime(text)?.after(calendar.start) {
      let start = LocalTime(seconds: calendar.start.universalSeconds)
      return .at(clock.wall(start + after))
    }
    throw fields.error(
      at: node,
      "arrives '\(text)' is not allowed; use start, first-open, daily 00:00, or a time such as"
        + " \"07:00\", \"+1 07:00\" or 90m after the start")
  }
}
