import FoundationEssentials

/// Writes the pages of the manual from the help of programs:
///
///     manual VERSION DIRECTORY SECTION:DUMP...
///
/// Each dump is the output of a program with `--experimental-dump-help`.
@main struct Manual {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count >= 3, let version = arguments.first else {
      throw Usage()
    }
    let directory = arguments[arguments.startIndex + 1]
    for argument in arguments.dropFirst(2) {
      let words = argument.split(separator: ":", maxSplits: 1)
      guard words.count == 2, let section = Int(words[0]) else { throw Usage() }
      let dump = try Data(contentsOf: URL(filePath: String(words[1])))
      for page in try pages(of: dump, in: section, version: version) {
        try write(page, into: directory)
      }
    }
  }

  /// Returns the manual pages of a program and of each of its verbs. `dump` is the help of the program, and `section`
  /// the section of the manual.
  static func pages(of dump: Data, in section: Int, version: String) throws -> [ManualPage] {
    let program = try ProgramHelp(of: dump).command
    return program.all.map {
      ManualPage(of: $0, in: section, version: version, program: program)
    }
  }

  /// Writes a page into the folder of its section below `directory`, which is created if necessary.
  private static func write(_ page: ManualPage, into directory: String) throws {
    let folder = "\(directory)/man\(page.section)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(page.text.utf8).write(to: URL(filePath: "\(directory)/\(page.file)"))
  }
}

struct Usage: Error, CustomStringConvertible {
  let description = "usage: manual VERSION DIRECTORY SECTION:DUMP..."
}
