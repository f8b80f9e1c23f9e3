import Scheduling

/// What a task file and its drop-ins declare.
package struct TaskFile: Sendable {
  /// What it runs.
  package enum Work: Hashable, Sendable {
    /// A program, by its absolute path or by its name, and its arguments.
    case command([String])
    case steps([Step])
    /// A unit of systemd.
    case unit(String)
  }

  /// One of several commands that run one after the other.
  package struct Step: Hashable, Sendable {
    package var name: String
    package var words: [String]
    package var limit: Duration?
  }

  /// The name of the file, without `.yaml`.
  package var id: String
  /// The file, and the drop-ins that change it in the order in which they do.
  package var path: String
  package var dropIns: [String]

  package var work: Work
  /// A user's name, or a uid in digits; nil is the one that the files belong to.
  package var user: String?
  package var directory: String?
  package var environment: [String: String] = [:]
  /// What announces the end of its time; nil is TERM.
  package var signal: ExpirationSignal?
  /// As they are written: their meaning depends on the day.
  package var earliest: String?
  package var latest: String?
  /// Its command is made of the work, on the machine where it runs.
  package var terms = Terms(Command(arguments: []))

  /// Of all that it says, in whatever order and notation: another text is another task.
  package var content: String
  /// Where each key stands.
  var places: [String: Place]
}

extension TaskFile {
  /// An error where `key` stands, or where the file begins if it does not.
  package func error(_ key: String, _ message: String) -> FileError {
    let place = places[key] ?? places.first { $0.key.hasPrefix("\(key).") }?.value
    return (place ?? Place(file: path)).error(message)
  }
}

extension TaskFile {
  /// The fields of a call in which this file differs from `other`.
  package func fields(differingFrom other: TaskFile) -> [String] {
    let dates = [("earliest", earliest != other.earliest), ("latest", latest != other.latest)]
    return dates.filter(\.1).map(\.0) + terms.fields(differingFrom: other.terms)
  }
}
