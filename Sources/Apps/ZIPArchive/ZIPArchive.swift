import CDeflate
import Foundation

/// A file that goes into an archive.
public struct ZIPEntry: Sendable {
  /// Its path in the archive, with slashes.
  public var name: String
  /// The file; it is read piece by piece.
  public var file: URL

  /// - Parameters:
  ///   - file: The file.
  ///   - name: Its path in the archive; the name of the file unless it is given.
  public init(_ file: URL, as name: String? = nil) {
    self.file = file
    self.name = name ?? file.lastPathComponent
  }
}

/// What was written.
public struct ZIPSummary: Hashable, Sendable {
  /// Whether entries are deflated; false only where the fallback was allowed and used.
  public let isCompressed: Bool
  /// The bytes of all files.
  public let originalSize: UInt64
  /// The bytes of the archive.
  public let size: UInt64
}

/// Writes ZIP files: deflated by the machine's zlib, or not at all.
public enum ZIPArchive {
  /// Why nothing can be compressed on this machine; nil where it can.
  public static var problem: String? { cdeflate_problem().map { String(cString: $0) } }

  /// Packs files into an archive, in the place of a file that is there. The archive appears only when it is complete and on
  /// the disk; it belongs to its user alone (mode 0600).
  ///
  /// It stops where its Swift task is cancelled, as at the expiration of a background task.
  ///
  /// - Parameters:
  ///   - entries: What goes into it, in this order. What would not compress grows by a few bytes in a million.
  ///   - archive: Where it is written.
  ///   - level: 1 is fast, 9 is small.
  ///   - allowUncompressedFallback: Whether files are stored as they are where there is no zlib. Without it that fails, so that
  ///     nobody takes for compressed what is not.
  /// - Returns: What was written.
  /// - Throws: `ZIPError`, or `CancellationError`.
  @discardableResult
  public static func write(
    _ entries: [ZIPEntry], to archive: URL, level: Int = 6, allowUncompressedFallback: Bool = false
  ) throws -> ZIPSummary {
    try write(
      entries, to: archive, level: level, allowUncompressedFallback: allowUncompressedFallback,
      problem: problem)
  }

  static func write(
    _ entries: [ZIPEntry], to archive: URL, level: Int, allowUncompressedFallback: Bool,
    problem: String?, limits: ZIPLimits = ZIPLimits()
  ) throws -> ZIPSummary {
    if let problem, !allowUncompressedFallback {
      throw ZIPError(
        .compressionUnavailable,
        "\(archive.path) was not written: \(problem), and nothing can be compressed without zlib; install it (on Debian"
          + " the package zlib1g), or allow an archive of files as they are with allowUncompressedFallback"
      )
    }
    try check(entries.map(\.name))
    let output = try ZIPOutput(archive)
    let writer = ZIPWriter(output, level: problem == nil ? min(9, max(0, level)) : nil, limits)
    for entry in entries { try writer.add(entry) }
    try writer.finish()
    try output.publish()
    return ZIPSummary(
      isCompressed: problem == nil, originalSize: writer.originalSize, size: output.offset)
  }

  /// Whoever unpacks them must not be led out of his directory.
  private static func check(_ names: [String]) throws {
    var seen: Set<String> = []
    for name in names {
      let parts = name.split(separator: "/", omittingEmptySubsequences: false)
      let isGood =
        name.utf8.count <= 0xFFFF && !name.contains("\\") && !name.utf8.contains(0)
        && parts.allSatisfy { !["", ".", ".."].contains($0) }
      if !isGood {
        throw ZIPError(
          .badName,
          "'\(name)' is no name for an entry: give a relative path without '.', '..' and backslashes"
        )
      }
      if !seen.insert(name).inserted {
        throw ZIPError(.badName, "two entries have the name '\(name)'; name one of them otherwise")
      }
    }
  }
}
