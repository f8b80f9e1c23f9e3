import Files
import Terminal

/// A table of anacron, `/etc/anacrontab` (anacrontab(5)).
package struct Anacrontab {
  /// The named periods, as the value of `every`, or of `on` for a calendar event.
  private static let namedPeriods = [
    "@daily": "1d", "@weekly": "1w", "@monthly": "monthly", "@yearly": "yearly",
    "@annually": "yearly",
  ]

  private let context: EntryContext
  private var names: TaskNames
  private var environment = EntryEnvironment()

  private init(_ context: EntryContext, used: Set<String>) {
    self.context = context
    names = TaskNames(prefix: "anacron-", used: used)
  }

  /// Translates all entries of a file.
  ///
  /// - Parameter used: The ids that no entry gets. Those of the entries are added.
  package static func translate(
    _ bytes: [UInt8], file: String, _ context: EntryContext, used: inout Set<String>
  ) -> Translation {
    var table = Anacrontab(context, used: used)
    let items = EntryLines(bytes).items(of: file) { table.outcome(of: $0) }
    used = table.names.used
    return Translation(items: items)
  }

  /// Returns the result for a line; `nil` for a variable, which is set for the following entries.
  private mutating func outcome(of line: String) -> Translation.Outcome? {
    do throws(InputError) {
      // An entry begins with a number or a name, which is no name of a variable.
      if let first = line.first, !first.isNumber, first != "@", let variable = EntryVariable(line) {
        try environment.set(variable)
        return nil
      }
      return try entry(line)
    } catch {
      return .malformed("\(error)")
    }
  }

  /// Translates an entry: a period, a delay, a name and a command. Throws if it is not valid.
  private mutating func entry(_ line: String) throws(InputError) -> Translation.Outcome {
    let words = line.split(maxSplits: 3) { $0 == " " || $0 == "\t" }
    guard words.count == 4 else {
      throw InputError(
        "an entry has a period in days, a delay in minutes, a name and a command, such as"
          + " 1 5 backup restic backup /home")
    }
    let period = try Self.period(words[0])
    guard Self.number(words[1]) != nil else {
      throw InputError(
        "delay '\(String(words[1]).visible)' is not allowed; use a number of minutes, such as 5")
    }
    // The last word is the rest of the line.
    let command = String(words[3].drop { $0 == " " || $0 == "\t" })
    if let directory = RunParts.directory(in: command) {
      return .kept(RunParts.reasonToKeep(directory, scheduler: "anacron"))
    }
    var task = TranslatedTask(id: names.uniqueID(String(words[2])))
    task.command = [EntryEnvironment.anacronShell, "-c", command]
    environment.applyAsAnacron(to: &task, user: context.caller)
    task.add("kind", "maintenance")
    addDates(period, to: &task)
    // anacron limits no job, and does not repeat one that fails.
    task.add("budget", "24h")
    task.add("retries", "0")
    environment.addFailureMail(to: &task)
    return .task(task)
  }

  /// Returns the interval `1d`, or the calendar event `monthly` of a period. Throws if it is not allowed.
  private static func period(_ word: Substring) throws(InputError) -> String {
    if let named = namedPeriods[word.lowercased()] { return named }
    if let days = number(word), days > 0 { return "\(days)d" }
    throw InputError(
      "period '\(String(word).visible)' is not allowed; use a number of days, or @daily, @weekly,"
        + " @monthly or @yearly")
  }

  /// Returns the value of at most four digits; `nil` for other text.
  private static func number(_ text: Substring) -> Int? {
    let isNumber =
      text.utf8.count <= 4
      && text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return isNumber ? Int(text) : nil
  }

  /// Adds the window and the interval of a request. START_HOURS_RANGE, such as `3-22`, becomes the window of a daily
  /// request; for other requests, it becomes a note. `period` becomes the interval or, for `monthly`, a calendar event.
  private func addDates(_ period: String, to task: inout TranslatedTask) {
    if let range = environment.values["START_HOURS_RANGE"] {
      let hours = range.split(separator: "-").compactMap { Self.number($0) }
      if period == "1d", hours.count == 2, hours[0] < hours[1], hours[1] < 24 {
        task.add("earliest", Self.timeOfDay(hours[0]))
        task.add("latest", Self.timeOfDay(hours[1]))
      } else {
        task.notes.append("START_HOURS_RANGE=\(range) applies only to daily requests.")
      }
    }
    let isInterval = period.hasSuffix("d") || period.hasSuffix("w")
    task.add(isInterval ? "every" : "on", period)
  }

  /// Returns the time of day of an hour: `03:00`.
  private static func timeOfDay(_ hour: Int) -> String { (hour < 10 ? "0" : "") + "\(hour):00" }
}
