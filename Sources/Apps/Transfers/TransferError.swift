import AtomicFiles

#if canImport(Glibc)
  import Glibc
#endif

/// The reason why a transfer cannot be queued, or has failed.
package enum TransferError: Error, Hashable, CustomStringConvertible {
  /// A value that is not allowed.
  case notAllowed(field: String, value: String, allowed: String)
  case file(String, String)
  /// A problem with the directories of transfers.
  case directory(String, String)
  /// An order with this number of bytes, which is more than the limit.
  case tooLarge(Int, limit: Int)

  init(_ error: AtomicFileError) {
    self = .file(error.path, "cannot be written: \(Self.system(error.code))")
  }

  package var description: String {
    switch self {
    case .notAllowed(let field, let value, let allowed):
      "\(field) '\(value)' is not allowed; use \(allowed)"
    case .file(let path, let problem), .directory(let path, let problem): "\(path) \(problem)"
    case .tooLarge(let bytes, let limit):
      "the URL and headers of the transfer need \(bytes) bytes, but at most \(limit) are allowed"
    }
  }

  /// Returns the message of the last system error.
  package static func system(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
}
