import Foundation

/// No file names the directory that this checkout happens to lie in.
struct PlaceRule: Rule {
  private let places: [String]

  init(root: URL) {
    let parent = root.deletingLastPathComponent().path
    // Directories that exist on many machines do not identify this one.
    let common = ["/", "/home", "/mnt", "/opt", "/root", "/srv", "/tmp", "/usr/src", "/var/tmp"]
    places = [root.path] + (common.contains(parent) ? [] : [parent + "/"])
  }

  func findings(in file: Repository.File) -> [Finding] {
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      places.first { line.contains($0) }.map {
        Finding(path: file.path, line: index + 1, what: "names \($0), a place on one machine")
      }
    }
  }
}
