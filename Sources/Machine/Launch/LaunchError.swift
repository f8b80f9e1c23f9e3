import Glibc

/// The reason why the launcher did not carry out a call.
package enum LaunchError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The order can never be carried out in this form.
  case invalidOrder(String)
  /// The machine does not allow it now: a missing file, a limit, a full disk.
  case unavailable(String)

  /// A sentence with the cause and the remedy.
  package var description: String {
    switch self {
    case .invalidOrder(let message), .unavailable(let message): message
    }
  }

  /// Makes the error for an operation, described by the first argument, that failed with this `errno`.
  package static func system(_ problem: String, _ error: Int32) -> LaunchError {
    .unavailable("\(problem): \(errorText(error)).")
  }
}

/// Returns the C library's description of an `errno`.
func errorText(_ error: Int32) -> String {
  String(cString: strerror(error))
}
