/// Names one thing that a launcher begins: what it is, and its number among its like.
///
/// Runs and processes of apps are recorded, and their numbers are never used again. The numbers of all else begin anew with
/// each daemon.
package enum LaunchID: Hashable, Sendable {
  /// A run of a request, or the process of an app: they are counted together.
  case run(RunID)
  /// The condition of a request that is being tried.
  case check(CheckID)
  /// The command of a request that hears of a failure.
  case failureCommand(Int64)
  /// The process that watches the paths of a user.
  case observer(Int64)
}

extension LaunchID {
  /// Such as `17` for a run, `check-3`, `failure-2` and `observer-1`; for names of files and units.
  package var name: String { prefix.map { "\($0)-\(number)" } ?? "\(number)" }

  /// Reads a name; nil where it is none.
  package init?(name: some StringProtocol) {
    guard let number = name.split(separator: "-").last.flatMap({ Int64($0) }) else { return nil }
    let ids = [LaunchID.run(number), .check(number), .failureCommand(number), .observer(number)]
    guard let id = ids.first(where: { $0.name == name }) else { return nil }
    self = id
  }

  package var number: Int64 {
    switch self {
    case .run(let number), .check(let number), .failureCommand(let number), .observer(let number):
      number
    }
  }

  private var prefix: String? {
    switch self {
    case .run: nil
    case .check: "check"
    case .failureCommand: "failure"
    case .observer: "observer"
    }
  }

  /// The number of a run or process; nil where it is neither.
  package var run: RunID? {
    if case .run(let id) = self { id } else { nil }
  }

  /// Whether it is recorded, and so known to the next daemon.
  package var isRecorded: Bool { run != nil }
}
