import Control
import Terminal
import Varlink

#if canImport(Glibc)
  import Glibc
#endif

/// The reason why a verb failed.
package enum Failure: Error {
  /// The daemon, or a check here, refuses.
  case refused(error: String, ControlError.Parameters)
  /// The command line is invalid.
  case usage(String)
  case noDaemon(String)
  /// The answer is negative, and needs no message.
  case negative
  /// The command failed, and its exit code is passed on.
  case command(exitCode: Int32)

  static let usageCode: Int32 = 2

  /// The exit code of `rubatoctl`, as its help lists them.
  var exitCode: Int32 {
    switch self {
    case .refused, .negative: 1
    case .usage: Self.usageCode
    case .noDaemon: 3
    case .command(let code): code
    }
  }

  /// Returns a refusal with this message: the problem and, after a semicolon, its remedy.
  package static func refused(_ message: String) -> Failure {
    .refused(error: "Refused", ControlError.Parameters(message: message))
  }

  /// Prints the problem and its remedy to standard error.
  package func report(asJSON: Bool) {
    guard var report = errorReport else { return }
    report.message = AdvisedCommands.ofThisProcess.completed(report.message)
    if asJSON { return Output.printError(JSONLayout.compact(report)) }
    let screen = Screen.standardError
    // Errors in several places of a file have a line each. The reasons that hold a request belong to the first line.
    let isOneMessage = report.error == ControlError.held.rawValue
    for (index, line) in report.message.split(separator: "\n").enumerated() {
      let program = isOneMessage && index > 0 ? "" : "rubatoctl: "
      Output.printError(screen.wrap(program + screen.clock.withLocalDates(String(line).visible)))
    }
  }

  /// The fields of the report; `nil` if there is nothing to report.
  private var errorReport: Report? {
    switch self {
    case .refused(let error, let parameters):
      Report(
        error: error, message: parameters.message, field: parameters.field,
        value: parameters.value, reasons: parameters.reasons)
    case .usage(let message): Report(error: "Usage", message: message)
    case .noDaemon(let message): Report(error: "NoDaemon", message: message)
    case .negative, .command: nil
    }
  }

  private struct Report: Encodable {
    var error: String
    var message: String
    @ExplicitNull var field: String?
    @ExplicitNull var value: String?
    @ExplicitNull var reasons: [String]?
  }
}
