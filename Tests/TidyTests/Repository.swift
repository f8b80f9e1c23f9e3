import Foundation

/// The files of this checkout.
struct Repository {
  struct File {
    /// From the root, such as `Sources/Store/Store.swift`.
    var path: String
    var text: String
  }

  let root: URL

  /// The checkout that this file belongs to.
  init(of file: StaticString = #filePath) {
    root = URL(filePath: "\(file)").resolvingSymlinksInPath()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  }

  /// Every Swift file below `folder`, by path.
  func swiftFiles(in folder: String) throws -> [File] {
    try files(in: folder).filter { $0.path.hasSuffix(".swift") }
  }

  /// Every text file below `folder`, by path; what is built, and what Git keeps, is left out.
  func files(in folder: String = "") throws -> [File] {
    let base = folder.isEmpty ? root : root.appending(path: folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: base.path)
    return paths.sorted().compactMap { path in
      let isHidden = path.split(separator: "/").contains { [".git", ".build"].contains($0) }
      guard !isHidden,
        let data = FileManager.default.contents(atPath: base.appending(path: path).path),
        let text = String(data: data, encoding: .utf8)
      else { return nil }
      return File(path: folder.isEmpty ? path : "\(folder)/\(path)", text: text)
    }
  }

  func file(_ path: String) throws -> File {
    File(path: path, text: try String(contentsOf: root.appending(path: path), encoding: .utf8))
  }
}
