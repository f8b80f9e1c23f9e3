import Files
import Scheduling
import Terminal

/// A crontab of a user, or one whose entries name their user, such as `/etc/crontab` and `/etc/cron.d/NAME`.
package struct Crontab {
  /// The rules for a file.
  package struct Form: Hashable, Sendable {
    /// Whether each entry names the user of its command.
    package var namesUsers: Bool
    /// The beginning of the ids.
    var prefix: String
    /// The name for the ids of all entries; `nil` for the name of each command.
    var name: String?
    /// The user of all commands; `nil` for the caller, or if each entry names its own.
    package private(set) var user: String?

    /// The form of a user's own crontab.
    package static let own = Form(namesUsers: false, prefix: "cron-", name: nil)

    /// Chooses the form by the path of the file. A file in the spool directory of cron has the name of its user.
    package init(path: String) {
      let parts = ExactString(path).names
      if path == "/etc/crontab" || parts.suffix(2) == ["etc", "crontab"] {
        self = Form(namesUsers: true, prefix: "crontab-", name: nil)
      } else if let name = parts.last, parts.dropLast().last == "cron.d" {
        self = Form(namesUsers: true, prefix: "cron.d-", name: name)
      } else {
        self = .own
        user = Self.spoolUser(parts)
      }
    }

    /// Returns the name of a file in the spool directory of cron; `nil` for another file.
    private static func spoolUser(_ parts: [String]) -> String? {
      guard parts.starts(with: ["var", "spool", "cron"]), let name = parts.last else { return nil }
      let isInSubdirectory = parts.count == 5 && ["crontabs", "tabs"].contains(parts[3])
      return isInSubdirectory || parts.count == 4 ? name : nil
    }

    private init(namesUsers: Bool, prefix: String, name: String?) {
      (self.namesUsers, self.prefix, self.name) = (namesUsers, prefix, name)
    }
  }

  private let form: Form
  private let context: EntryContext
  private var names: TaskNames
  private var environment = EntryEnvironment()

  private init(_ form: Form, _ context: EntryContext, used: Set<String>) {
    (self.form, self.context) = (form, context)
    names = TaskNames(prefix: form.prefix, used: used)
  }

  /// Translates all entries of a file.
  ///
  /// - Parameter used: The ids that no entry gets. Those of the entries are added.
  package static func translate(
    _ bytes: [UInt8], file: String, _ form: Form, _ context: EntryContext, used: inout Set<String>
  ) -> Translation {
    var crontab = Crontab(form, context, used: used)
    let items = EntryLines(bytes).items(of: file) { crontab.outcome(of: $0) }
    used = crontab.names.used
    return Translation(items: items)
  }

  /// Returns the result for a line; `nil` for a variable, which is set for the following entries.
  private mutating func outcome(of line: String) -> Translation.Outcome? {
    do throws(InputError) {
      if let variable = EntryVariable(line) {
        try environment.set(variable)
        return nil
      }
      return try entry(line)
    } catch {
      return .malformed("\(error)")
    }
  }

  /// Translates an entry. Throws if it is not valid.
  private mutating func entry(_ line: String) throws(InputError) -> Translation.Outcome {
    var rest = Substring(line)
    let dates = try Self.removeDates(from: &rest)
    // The user of a spool file; `nil` for the caller.
    var userName = form.user == context.caller.name ? nil : form.user
    if form.namesUsers {
      userName = Self.removeWord(from: &rest).map { String($0) }
      guard userName != nil else {
        throw InputError(
          "the user is missing; write it before the command, such as 30 3 * * * root backup")
      }
    }
    let command = CrontabCommand(rest)
    guard !command.line.allSatisfy(\.isWhitespace) else {
      let user = form.namesUsers ? ", a user" : ""
      throw InputError(
        "the command is missing; an entry is five fields\(user) and a command, such as"
          + " 30 3 * * mon-fri\(form.namesUsers ? " root" : "") backup")
    }
    guard let fields = dates.fields else { return .kept(Self.reasonToKeepReboot) }
    if let directory = RunParts.directory(in: command.line) {
      return .kept(RunParts.reasonToKeep(directory, scheduler: "cron"))
    }
    if dates.isRandom { return .kept(Self.reasonToKeepRandomTime) }
    return try task(CrontabSchedule(fields), command, user: userName)
  }

  /// Returns the request of an entry, or the reason to keep an entry that no day matches. Throws if its time zone is
  /// unknown.
  ///
  /// - Parameter name: The user of the command; `nil` for the caller.
  private mutating func task(
    _ schedule: CrontabSchedule, _ command: CrontabCommand, user name: String?
  ) throws(InputError) -> Translation.Outcome {
    let zone = environment.values["CRON_TZ"]
    if let zone, !context.knowsZone(zone) {
      throw InputError(
        "CRON_TZ '\(zone.visible)' is not a time zone of this machine; use a name such as"
          + " Europe/Berlin (timedatectl list-timezones)")
    }
    let events = schedule.events(zone: zone)
    guard !events.isEmpty else {
      return .kept("no month has its days, so cron never starts it; remove it, or change the days")
    }
    var task = TranslatedTask(
      id: names.uniqueID(form.name ?? CommandName.find(in: command.line) ?? "job"))
    task.user = name
    task.command = command.words(shell: environment.shell)
    // `nil` if the entry names a user whom the machine does not have.
    let user: TaskMachine.User? = if let name { context.user(name) } else { context.caller }
    environment.apply(to: &task, user: user, context)
    task.notes += notes(on: command, zone: zone, missingUser: user == nil ? name : nil)
    task.add("kind", "utility")
    task.add("on", list: events)
    // cron limits no command, and does not repeat one that fails.
    task.add("budget", "1h")
    task.add("retries", "0")
    environment.addFailureMail(to: &task)
    return .task(task)
  }

  /// Returns notes on the differences of the request from the entry, and on work that systemd may do already.
  ///
  /// - Parameter missingUser: The user of the entry, if the machine does not have it; otherwise `nil`.
  private func notes(
    on command: CrontabCommand, zone: String?, missingUser: String?
  ) -> [String] {
    var allNotes: [String] = []
    if let missingUser {
      allNotes.append(
        "User '\(missingUser)' was not found on this machine; create it before the import.")
    }
    if let zone {
      allNotes.append(
        "CRON_TZ=\(zone) is of cronie: the cron of Debian ignores it, so its dates were others.")
    }
    if let delay = environment.values["RANDOM_DELAY"] {
      allNotes.append("RANDOM_DELAY=\(delay) has no counterpart: requests start one by one.")
    }
    if command.line.contains("/run/systemd/system") {
      allNotes.append("The command tests for systemd: a timer may do this work instead.")
    }
    return allNotes
  }

  private static let reasonToKeepReboot =
    "@reboot has no counterpart, since requests do not wait for a boot; keep it in cron, or write a"
    + " systemd service with WantedBy=multi-user.target"
  private static let reasonToKeepRandomTime =
    "'~' is a random time, which has no counterpart; write a fixed time, such as 30 3 * * *"
}

// The dates at the beginning of an entry.
extension Crontab {
  /// The fields for dates.
  private struct Dates {
    /// The five fields; `nil` for `@reboot`.
    var fields: [Substring]?
    /// Whether a field has a random time, as cronie and OpenBSD allow.
    var isRandom: Bool { fields?.contains { $0.contains("~") } ?? false }
  }

  /// Removes the dates from the beginning of `rest`. Throws if they are missing, or are an unknown name.
  private static func removeDates(from rest: inout Substring) throws(InputError) -> Dates {
    if rest.first == "@", let name = removeWord(from: &rest)?.lowercased() {
      // This name stands for each boot, and not for dates.
      if name == "@reboot" { return Dates() }
      guard let fields = CrontabSchedule.names[name] else {
        let names = (CrontabSchedule.names.keys + ["@reboot"]).sorted().joined(separator: ", ")
        throw InputError("'\(name.visible)' is not allowed; use one of \(names)")
      }
      return Dates(fields: fields.split(separator: " "))
    }
    var fields: [Substring] = []
    while fields.count < 5, let field = removeWord(from: &rest) { fields.append(field) }
    guard fields.count == 5 else {
      throw InputError(
        "neither an entry nor NAME=VALUE; an entry is five fields and a command, such as"
          + " 30 3 * * mon-fri backup")
    }
    return Dates(fields: fields)
  }

  /// Removes the first word and the blanks around it from `rest`, and returns it; `nil` if there is none.
  private static func removeWord(from rest: inout Substring) -> Substring? {
    rest = rest.drop { $0 == " " || $0 == "\t" }
    let word = rest.prefix { $0 != " " && $0 != "\t" }
    guard !word.isEmpty else { return nil }
    rest = rest[word.endIndex...].drop { $0 == " " || $0 == "\t" }
    return word
  }
}
