import Foundation

/// The files of the source tree that these tests read: pages, scenarios and examples.
enum SourceTree {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../..").standardizedFileURL

  /// Returns the text of a file, such as `docs/rubatoctl.md`.
  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }
}
