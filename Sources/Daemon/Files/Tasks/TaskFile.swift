import Scheduling

/// A task, declared by its file and drop-ins.
package struct TaskFile: Sendable {
  /// The work of a task.
  package enum Work: Hashable, Sendable {
    /// A program, by its absolute path or by its name, and its arguments.
    case command([String])
    case steps([Step])
    /// A unit of systemd.
    case unit(String)
  }

  /// One of several commands that run in order.
  package struct Step: Hashable, Sendable {
    package var name: String
    package var words: [String]
    package var limit: Duration?
  }

  /// The name of the file, without `.yaml`.
  package var id: String
  /// The file, and the drop-ins that change it, in the order of their effect.
  package var path: String
  package var dropIns: [String]

  package var work: Work
  /// A user's name, or a uid in digits; `nil` for the owner of the files.
  package var user: String?
  package var directory: String?
  package var environment: [String: String] = [:]
  /// The signal that announces the end of its time; `nil` for TERM.
  package var signal: ExpirationSignal?
  /// The permissions that new files do not get; `nil` for 022, or for the umask of the submitter.
  package var umask: UInt16?
  /// The dates as they are written: their meaning depends on the day.
  package var earliest: String?
  package var latest: String?
  /// The terms, without the command: it is made from the work, on the machine where it runs.
  package var terms = Terms(Command(arguments: []))

  /// The width that it gives to its group, the most requests that run at the same time; `nil` if the width stays.
  package var groupWidth: Int?

  /// The text of all its values, in a fixed order and notation: tasks with different texts are different.
  package var content: String
  /// The place of each key.
  var places: [String: Place]
}

extension TaskFile {
  /// The name of the place at which the task starts, which is no key.
  static let start = ""

  /// Returns an error at the place of `key`, or at the start of the task if the key is missing.
  package func error(_ key: String, _ message: String) -> FileError {
    // A group such as `limits` has only the places of its keys.
    let placeInGroup = places.first { $0.key.hasPrefix("\(key).") }?.value
    let place = places[key] ?? placeInGroup ?? places[Self.start]
    return (place ?? Place(file: path)).error(message)
  }
}

extension TaskFile {
  /// Returns the fields of a call in which this file differs from `other`.
  package func fields(differingFrom other: TaskFile) -> [String] {
    var fields: [String] = []
    // The first date of another calendar is not that of the present one, so an earliest date that stays is named again.
    let isOfOtherCalendar =
      !other.terms.calendar.isEmpty && terms.calendar != other.terms.calendar && earliest != nil
    if earliest != other.earliest || isOfOtherCalendar { fields.append("earliest") }
    if latest != other.latest { fields.append("latest") }
    fields += terms.fields(differingFrom: other.terms)
    // A width is given together with the name of its group.
    let givesWidth = groupWidth != nil && groupWidth != other.groupWidth
    return givesWidth && !fields.contains("group") ? fields + ["group"] : fields
  }
}
