import AtomicFiles

#if canImport(Glibc)
  import Glibc
#endif

/// The error of a file operation.
public struct FileError: Error, CustomStringConvertible {
  /// The failed operation, its file, and the reason.
  public let description: String
  /// The error number, such as ENOSPC.
  public let code: Int32

  init(_ error: AtomicFileError) {
    description = error.description
    code = error.code
  }

  init(removing path: String, _ code: Int32) {
    description = "cannot remove \(path): \(String(cString: strerror(code)))"
    self.code = code
  }
}
