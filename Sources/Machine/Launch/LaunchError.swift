import Glibc

/// Why the launcher did not do what it was asked.
package enum LaunchError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The order can never be carried out as it is.
  case invalidOrder(String)
  /// The machine does not allow it now: a missing file, a limit, a full disk.
  case unavailable(String)

  /// A sentence that says what to do.
  package var description: String {
    switch self {
    case .invalidOrder(let message), .unavailable(let message): message
    }
  }

  /// `what` failed with this `errno`.
  package static func system(_ what: String, _ error: Int32) -> LaunchError {
    .unavailable("\(what): \(errorText(error)).")
  }
}

/// What the C library says about an `errno`.
func errorText(_ error: Int32) -> String {
  String(cString: strerror(error))
}
