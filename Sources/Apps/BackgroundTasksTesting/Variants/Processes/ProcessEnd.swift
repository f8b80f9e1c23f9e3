import ChildProcesses
import Foundation

/// The early end of a process that runs the variants of a test.
enum ProcessEnd {
  /// A signal has ended it. `output` is the last line that it has written, after a colon.
  case crash(signal: Int32, output: String)
  case exit(code: Int32)
  /// It was killed, since it had shown no activity for this real time.
  case silent(Duration)

  init(_ status: WaitStatus, _ output: String) {
    self =
      status.signalNumber.map { .crash(signal: $0, output: output) }
      ?? .exit(code: status.shellCode)
  }

  /// Returns the failure of the app, whose last calls by the bench are `positions`.
  func failure(of app: String, _ positions: [BenchPosition]) -> BenchFailure {
    let last = positions.last
    var failure = BenchFailure(
      kind: kind, identifier: last?.identifier ?? app, run: last?.run, message: message(last))
    failure.location = last?.location
    failure.timeline = positions.map(\.event)
    return failure
  }

  private var kind: BenchFailure.Kind {
    switch self {
    case .crash: .crashed
    case .exit: .exited
    case .silent: .blocked
    }
  }

  /// Returns the problem in words, with the code of the app that was called last.
  private func message(_ last: BenchPosition?) -> String {
    let place = Self.code(last)
    switch self {
    case .crash(let signal, let output):
      return
        "the process has crashed with signal \(signal) (\(Self.name(signal))) \(place)\(output)"
    case .exit(let code):
      return "the process has exited with code \(code) \(place)"
    case .silent(let time):
      return "the process has made no progress for \(time.shortText) of real time \(place)"
    }
  }

  /// Returns the code that was called last.
  private static func code(_ last: BenchPosition?) -> String {
    switch last?.part {
    case nil: "before the app was called"
    case .launch: "in or after its launch"
    case .enterForeground: "when or after it entered the foreground"
    case .enterBackground: "when or after it entered the background"
    case .handler: "in or after the call of this handler"
    }
  }

  private static func name(_ signal: Int32) -> String { String(cString: strsignal(signal)) }
}
