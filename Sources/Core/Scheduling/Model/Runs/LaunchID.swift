/// The identifier of a process that a launcher starts, with its descendants: the type, and the number within the type.
///
/// Runs and processes of apps are recorded, and their numbers are never used again. Other numbers start again with each
/// daemon.
package enum LaunchID: Hashable, Sendable {
  /// A run of a request, or the process of an app, in one numbering.
  case run(RunID)
  /// The try of a request's condition.
  case check(CheckID)
  /// The command of a request that runs after a failure.
  case failureCommand(Int64)
  /// The process that watches the paths of a user.
  case observer(Int64)
}

extension LaunchID {
  /// The name for files and units: `17` for a run, `check-3`, `failure-2` and `observer-1`.
  package var name: String { prefix.map { "\($0)-\(number)" } ?? "\(number)" }

  /// Parses text in the form of `name`; returns `nil` for other text.
  package init?(name: some StringProtocol) {
    guard let number = name.split(separator: "-").last.flatMap({ Int64($0) }) else { return nil }
    // An identifier of each type with this number, of which one may have the name.
    let candidates = [
      LaunchID.run(number), .check(number), .failureCommand(number), .observer(number),
    ]
    guard let id = candidates.first(where: { $0.name == name }) else { return nil }
    self = id
  }

  /// The number within its type.
  package var number: Int64 {
    switch self {
    case .run(let number), .check(let number), .failureCommand(let number), .observer(let number):
      number
    }
  }

  /// The word before the number in the name; `nil` for runs and processes, whose name is only the number.
  private var prefix: String? {
    switch self {
    case .run: nil
    case .check: "check"
    case .failureCommand: "failure"
    case .observer: "observer"
    }
  }

  /// The number of a run or process; `nil` for other types.
  package var run: RunID? {
    if case .run(let id) = self { id } else { nil }
  }

  /// Whether it is recorded, and so known to the next daemon.
  package var isRecorded: Bool { run != nil }
}
