import Foundation

/// The reason why no archive was written. No partial archive remains, and an existing file is unchanged.
public struct ZIPError: Error, CustomStringConvertible {
  /// The kinds of errors.
  public enum Code: String, Sendable {
    /// The machine has no zlib, and no fallback was allowed.
    case compressionUnavailable
    /// A name is invalid, or two entries have the same name.
    case badName
    /// A file does not exist, is not a regular file, or cannot be read.
    case unreadable
    /// A file was changed while it was read.
    case changed
    /// The archive cannot be written, for example on a full disk.
    case unwritable
  }

  /// The kind of the error.
  public let code: Code
  /// The problem, and the remedy.
  public let description: String
  /// The system's error number, such as ENOSPC; `nil` if there is none.
  public let systemError: Int32?

  init(_ code: Code, _ description: String, _ systemError: Int32? = nil) {
    self.code = code
    self.description =
      description + (systemError.map { ": " + String(cString: strerror($0)) } ?? "")
    self.systemError = systemError
  }
}
