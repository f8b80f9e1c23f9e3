import Foundation
import Testing

/// The files of the Debian packages, as packaging/files lists them.
struct InstalledDocuments {
  private let repository: Repository
  /// The source of each file by its path from the root, such as `usr/share/doc/rubato/README.md`.
  private let sources: [String: String]

  init(of repository: Repository) throws {
    self.repository = repository
    let list = Process()
    list.executableURL = repository.root.appending(path: "packaging/files.sh")
    list.arguments = ["list", "rubato", "rubato-lab"]
    // DESTDIR and PREFIX of a `make` that runs the tests must not apply.
    list.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
    let output = Pipe()
    list.standardOutput = output
    try list.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    list.waitUntilExit()
    try #require(list.terminationStatus == 0)
    var sources: [String: String] = [:]
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      // Kind, source and destination.
      let words = line.split(separator: " ").map(String.init)
      try #require(words.count == 3)
      sources[String(words[2].dropFirst())] = words[1]
    }
    self.sources = sources
  }

  /// Whether the packages contain this file or directory.
  func has(_ path: String) -> Bool {
    sources[path] != nil || sources.keys.contains { $0.hasPrefix("\(path)/") }
  }

  func pages() throws -> [Repository.File] {
    try sources.filter { $0.key.hasSuffix(".md") }.map { path, source in
      Repository.File(path: path, text: try repository.file(source).text)
    }
  }
}
