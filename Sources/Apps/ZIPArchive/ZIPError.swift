import Foundation

/// Why there is no archive. Nothing of it is left behind, and a file that was there before is as it was.
public struct ZIPError: Error, CustomStringConvertible {
  /// What is wrong.
  public enum Code: String, Sendable {
    /// There is no zlib on the machine, and no fallback was allowed.
    case compressionUnavailable
    /// A name that an archive cannot have, or that two entries have.
    case badName
    /// A file is not there, is no regular file, or cannot be read.
    case unreadable
    /// A file was changed while it was read.
    case changed
    /// The archive cannot be written, as on a full disk.
    case unwritable
  }

  /// What is wrong.
  public let code: Code
  /// What happened, and what to do about it.
  public let description: String
  /// The number of the system's error, such as ENOSPC; nil where there is none.
  public let systemError: Int32?

  init(_ code: Code, _ description: String, _ systemError: Int32? = nil) {
    self.code = code
    self.description =
      description + (systemError.map { ": " + String(cString: strerror($0)) } ?? "")
    self.systemError = systemError
  }
}
