import Foundation

/// A source file in the terms of a repository.
struct SourceFile {
  /// The URI: the path relative to the root, or `file:` with the absolute path.
  let uri: String
  let isRelative: Bool

  /// The root is the nearest directory above the file that is a git repository, else the nearest package.
  init(_ path: String) {
    let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    let rootDepth =
      Self.depth(of: parts.dropLast(), with: ".git")
      ?? Self.depth(of: parts.dropLast(), with: "Package.swift")
    isRelative = rootDepth != nil
    let encoded = parts.dropFirst(rootDepth ?? 0).map { part in
      part.addingPercentEncoding(withAllowedCharacters: Self.plain) ?? String(part)
    }
    uri = (isRelative ? "" : "file:///") + encoded.joined(separator: "/")
  }

  /// The unreserved characters of RFC 3986.
  private static let plain = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")

  /// Returns the number of parts of the deepest directory that contains `name`; `nil` if none does.
  private static func depth(of parts: ArraySlice<Substring>, with name: String) -> Int? {
    (0...parts.count).reversed().first { count in
      let directory = "/" + parts.prefix(count).joined(separator: "/")
      return FileManager.default.fileExists(atPath: directory + "/" + name)
    }
  }
}
