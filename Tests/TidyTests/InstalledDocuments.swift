import Foundation
import Testing

/// What the packages have of documents, in a tree of its own.
struct InstalledDocuments {
  private let root: URL
  /// From the root of the tree, such as `usr/share/doc/rubato/README.md`.
  private let paths: [String]

  /// Installs them as `make install` does, and leaves out what the packages do not take.
  init(of repository: Repository) throws {
    root = FileManager.default.temporaryDirectory.appending(path: "documents-\(UUID().uuidString)")
    let make = Process()
    make.executableURL = URL(filePath: "/usr/bin/env")
    make.arguments = [
      "make", "-C", repository.root.path, "install-documents", "PREFIX=/usr",
      "DESTDIR=\(root.path)",
    ]
    // What another `make` hands down to the tests is not meant for this one.
    make.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
    make.standardOutput = FileHandle.nullDevice
    try make.run()
    make.waitUntilExit()
    try #require(make.terminationStatus == 0)
    let rules = try repository.file("packaging/debian/rules").text
    let removed = Set(rules.matches(of: /debian\/tmp\/(\S+)/).map { String($0.output.1) })
    let taken = try ["rubato", "rubato-lab"].flatMap {
      try repository.file("packaging/debian/\($0).install").text.split(separator: "\n")
    }
    paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { path in
      !removed.contains(path) && taken.contains { path == $0 || path.hasPrefix("\($0)/") }
    }
  }

  func remove() { try? FileManager.default.removeItem(at: root) }

  func has(_ path: String) -> Bool { paths.contains(path) }

  func pages() throws -> [Repository.File] {
    try paths.filter { $0.hasSuffix(".md") }.map { path in
      Repository.File(
        path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
    }
  }
}
