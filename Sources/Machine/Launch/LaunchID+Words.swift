import Scheduling

extension LaunchID {
  /// The displayed name, such as `run 17`.
  var words: String {
    switch self {
    case .run(let number): "run \(number)"
    case .check(let number): "condition \(number)"
    case .failureCommand(let number): "failure command \(number)"
    case .observer(let number): "watcher \(number)"
    }
  }

  /// The field of the journal's entries with its output, such as `RUBATO_RUN=17`.
  var journalField: String {
    switch self {
    case .run(let number): "RUBATO_RUN=\(number)"
    case .check(let number): "RUBATO_CHECK=\(number)"
    case .failureCommand(let number): "RUBATO_FAILURE_COMMAND=\(number)"
    case .observer(let number): "RUBATO_OBSERVER=\(number)"
    }
  }

  /// Returns an identifier of the same kind, with a number that is higher by `offset`.
  func withNumberRaised(by offset: Int64) -> LaunchID {
    switch self {
    case .run(let number): .run(number &+ offset)
    case .check(let number): .check(number &+ offset)
    case .failureCommand(let number): .failureCommand(number &+ offset)
    case .observer(let number): .observer(number &+ offset)
    }
  }
}
