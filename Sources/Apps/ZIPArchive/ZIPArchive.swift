import CDeflate
import Foundation

/// A file for an archive.
public struct ZIPEntry: Sendable {
  /// The path in the archive, with slashes.
  public var name: String
  /// The file, which is read in pieces.
  public var file: URL

  /// - Parameters:
  ///   - file: The file.
  ///   - name: The path in the archive; by default the name of the file.
  public init(_ file: URL, as name: String? = nil) {
    self.file = file
    self.name = name ?? file.lastPathComponent
  }
}

/// The result of writing an archive.
public struct ZIPSummary: Hashable, Sendable {
  /// Whether entries are deflated; false only if the fallback was allowed and used.
  public let isCompressed: Bool
  /// The total size of the files in bytes.
  public let originalSize: UInt64
  /// The size of the archive in bytes.
  public let size: UInt64
}

/// Writes ZIP files, deflated by the machine's zlib or uncompressed.
public enum ZIPArchive {
  /// The reason why this machine cannot compress; `nil` if it can.
  public static var problem: String? { cdeflate_problem().map { String(cString: $0) } }

  /// Packs files into an archive, and replaces an existing file. The archive appears only when it is complete and on
  /// disk; only its user can access it (mode 0600).
  ///
  /// It stops if its Swift task is cancelled, for example at the expiration of a background task.
  ///
  /// - Parameters:
  ///   - entries: The entries, in this order. Incompressible data grows by a few bytes in a million.
  ///   - archive: The path of the archive.
  ///   - level: The compression level: 1 is fast, 9 is small.
  ///   - allowUncompressedFallback: Whether files are stored uncompressed if there is no zlib. If false, that is an
  ///     error, so that an uncompressed archive is never mistaken for a compressed one.
  /// - Returns: The sizes, and whether the archive is compressed.
  /// - Throws: `ZIPError`, or `CancellationError`.
  @discardableResult
  public static func write(
    _ entries: [ZIPEntry], to archive: URL, level: Int = 6, allowUncompressedFallback: Bool = false
  ) throws -> ZIPSummary {
    try pack(
      entries, to: archive, level: level, allowUncompressedFallback: allowUncompressedFallback,
      zlibProblem: Self.problem)
  }

  /// Writes an archive, as the public function does, on a machine that tests can choose.
  ///
  /// - Parameters:
  ///   - zlibProblem: The reason why this machine cannot compress; `nil` if it can.
  ///   - limits: The limits of the fields; smaller in tests.
  static func pack(
    _ entries: [ZIPEntry], to archive: URL, level: Int, allowUncompressedFallback: Bool,
    zlibProblem: String?, limits: ZIPLimits = ZIPLimits()
  ) throws -> ZIPSummary {
    if let zlibProblem, !allowUncompressedFallback {
      throw ZIPError(
        .compressionUnavailable,
        "\(archive.path) was not written: \(zlibProblem), and compression requires zlib; install it (on Debian"
          + " the package zlib1g), or allow an uncompressed archive with allowUncompressedFallback"
      )
    }
    try checkNames(entries.map(\.name))
    let output = try ZIPOutput(archive)
    let writer = ZIPWriter(output, level: zlibProblem == nil ? min(9, max(0, level)) : nil, limits)
    for entry in entries { try writer.add(entry) }
    try writer.close()
    try output.publish()
    return ZIPSummary(
      isCompressed: zlibProblem == nil, originalSize: writer.originalSize, size: output.offset)
  }

  /// Throws a `ZIPError` if a name is not a plain relative path, so that no file is unpacked outside the target
  /// directory, or if two entries have the same name.
  private static func checkNames(_ names: [String]) throws {
    var seen: Set<String> = []
    for name in names {
      // Bytes, as the file system: a slash before a mark such as U+0301 is not equal to one as a `Character`.
      let bytes = name.utf8
      let parts = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      let isGood =
        bytes.count <= 0xFFFF && !bytes.contains(UInt8(ascii: "\\")) && !bytes.contains(0)
        && parts.allSatisfy { !["", ".", ".."].contains(Substring($0)) }
      if !isGood {
        throw ZIPError(
          .badName,
          "'\(name)' is not allowed as the name of an entry; use a relative path without '.', '..' and backslashes"
        )
      }
      if !seen.insert(name).inserted {
        throw ZIPError(.badName, "two entries have the name '\(name)'; rename one of them")
      }
    }
  }
}
