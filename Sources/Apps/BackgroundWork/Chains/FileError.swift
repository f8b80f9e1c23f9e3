import AtomicFiles

#if canImport(Glibc)
  import Glibc
#endif

/// Something could not be done with a file.
public struct FileError: Error, CustomStringConvertible {
  /// What could not be done, with which file, and why.
  public let description: String
  /// The number of the error, such as ENOSPC.
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
