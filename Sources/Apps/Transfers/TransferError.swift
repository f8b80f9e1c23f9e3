import AtomicFiles

#if canImport(Glibc)
  import Glibc
#endif

/// Why a transfer cannot be queued, or has failed.
package enum TransferError: Error, Hashable, CustomStringConvertible {
  /// A value that is not allowed.
  case notAllowed(field: String, value: String, allowed: String)
  case file(String, String)
  /// Something about the directories of transfers.
  case directory(String, String)

  init(_ error: AtomicFileError) {
    self = .file(error.path, "cannot be written: \(Self.system(error.code))")
  }

  package var description: String {
    switch self {
    case .notAllowed(let field, let value, let allowed):
      "\(field) '\(value)' is not allowed; use \(allowed)"
    case .file(let path, let problem), .directory(let path, let problem): "\(path) \(problem)"
    }
  }

  /// What the last call of the system failed of.
  package static func system(_ code: Int32 = errno) -> String { String(cString: strerror(code)) }
}
