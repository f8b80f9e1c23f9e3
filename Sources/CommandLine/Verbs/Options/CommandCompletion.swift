import ArgumentParser

#if canImport(Glibc)
  import Glibc
#endif

/// The completion of a task file or, after `--`, of a command: a program, then files.
enum CommandCompletion {
  /// The proposals for the typed word at `index`, which is empty if a new word begins.
  static let completion = CompletionKind.custom { words, index, prefix in
    let wordsBefore = words.prefix(index)
    let typed = index < words.count ? words[index] : ""
    guard let terminator = wordsBefore.firstIndex(of: "--") else {
      return files(typed, where: { $0.hasSuffix(".yaml") })
    }
    // The word after -- is a program in PATH, unless it is a path itself.
    let isProgramName = index == terminator + 1 && !typed.utf8.contains(UInt8(ascii: "/"))
    return isProgramName ? programs(typed) : files(typed) { _ in true }
  }

  /// Returns the programs in PATH whose names begin with `prefix`.
  private static func programs(_ prefix: String) -> [String] {
    let path = Process.environment["PATH"] ?? "/usr/bin:/bin"
    let programs = path.utf8.split(separator: UInt8(ascii: ":")).flatMap { bytes in
      let directory = String(Substring(bytes))
      return names(in: directory).filter {
        $0.hasPrefix(prefix) && access("\(directory)/\($0)", X_OK) == 0
      }
    }
    return Set(programs).filter(AnsweredName.isShellWord).sorted()
  }

  /// Returns the files whose paths begin with the typed text, and the directories that lead to others.
  private static func files(_ typed: String, where isProposed: (String) -> Bool) -> [String] {
    let slash = typed.utf8.lastIndex(of: UInt8(ascii: "/"))
    let begin = slash.map { typed.utf8.index(after: $0) } ?? typed.startIndex
    let (directory, namePrefix) = (String(typed[..<begin]), typed[begin...])
    // Hidden files are proposed only after a typed dot.
    let paths = names(in: directory.isEmpty ? "." : directory).filter {
      $0.hasPrefix(namePrefix) && ($0.first != "." || namePrefix.first == ".")
    }.compactMap { name in
      let path = directory + name
      if isDirectory(path) { return "\(path)/" }
      return isProposed(name) ? path : nil
    }
    return paths.filter(AnsweredName.isShellWord).sorted()
  }

  /// Whether a path is that of a directory, also through a symbolic link.
  private static func isDirectory(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Returns the names of a directory's entries, without `.` and `..`; empty if it cannot be read.
  private static func names(in directory: String) -> [String] {
    (try? DirectoryNames.read(directory)) ?? []
  }
}
