/// Paths and variables are bytes to the system. A slash or an equals sign before a mark such as U+0301 is another
/// `Character`, so a `String` is not divided there: `..` would stay in a path. Views of `utf8` divide it.
struct ByteRule: Rule {
  /// Folders whose texts come from files, archives, other programs and the command line: no `String` is divided.
  static let folders = [
    "Sources/Apps/ZIPArchive/", "Sources/CommandLine/Terminal/Input/",
    "Sources/Machine/AtomicFiles/", "Sources/Machine/Bus/", "Sources/Machine/Devices/Mounts/",
  ]
  /// Places that divide texts with only ASCII, such as a number and its unit, and refuse all others.
  static let allowed = [
    "Sources/Apps/BackgroundTasksTesting/Variants/BenchVariant.swift",
    "Sources/CommandLine/Terminal/Input/LimitList.swift",
    "Sources/Daemon/Files/Policy/PolicyForm+Words.swift",
    "Sources/Laboratory/Studies/Populations/Shard.swift",
    "Sources/Laboratory/Translation/Crontab/CrontabField.swift",
    "Sources/Programs/generate/",
  ]

  /// The separator of a call can be on a line of its own.
  private static let divisions = ["separator: ", "Index(of: ", "hasPrefix("].flatMap {
    ["\($0)\"/\"", "\($0)\"=\""]
  }

  func findings(in file: Repository.File) -> [Finding] {
    if Self.allowed.contains(where: file.path.hasPrefix) { return [] }
    let dividesNothing = Self.folders.contains(where: file.path.hasPrefix)
    let refused = Self.divisions + (dividesNothing ? ["separator: \""] : [])
    let lines = file.text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      let rest = line.replacing("joined(separator: ", with: "")
      guard refused.contains(where: { rest.contains($0) }) else { return nil }
      return Finding(path: file.path, line: index + 1, what: "divides a String; use its utf8")
    }
  }
}
