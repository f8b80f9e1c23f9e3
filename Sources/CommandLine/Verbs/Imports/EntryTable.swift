import AtomicFiles
import Terminal

#if canImport(Glibc)
  import Glibc
#endif

/// A table of another scheduler: the caller's own crontab, which only crontab(1) changes, or a file.
package enum EntryTable: Hashable, Sendable {
  case ownCrontab
  case file(String)

  /// The bits of a file's mode that chmod(2) sets; the others are the kind of file.
  private static let permissionBits: mode_t = 0o7777

  /// The largest allowed number of bytes.
  private static let longest = 4 * 1024 * 1024

  /// The name of the table for messages.
  package var name: String {
    switch self {
    case .ownCrontab: "crontab"
    case .file(let path): path
    }
  }

  /// Whether crontab(1) is installed.
  private static var hasProgram: Bool {
    let path = Process.environment["PATH"] ?? "/usr/bin:/bin"
    return path.utf8.split(separator: UInt8(ascii: ":")).contains { directory in
      access("\(Substring(directory))/crontab", X_OK) == 0
    }
  }

  /// The tables that cron and anacron read and that the caller can change.
  static var all: [EntryTable] {
    var tables = hasProgram ? [EntryTable.ownCrontab] : []
    guard Users.isRoot else { return tables }
    let files = (try? files(in: "/etc/cron.d/")) ?? []
    for path in ["/etc/crontab"] + files + ["/etc/anacrontab"] where access(path, F_OK) == 0 {
      tables.append(.file(path))
    }
    return tables
  }

  /// Returns the paths of the regular files in a directory, without hidden files and those of editors, in the order of
  /// their names.
  ///
  /// - Parameter directory: The path with a slash at its end.
  package static func files(in directory: String) throws(Failure) -> [String] {
    // Editors keep the previous version of a file under its name and a tilde.
    let names = try names(in: directory).filter { !$0.hasSuffix("~") }
    return names.map { directory + $0 }.filter { path in
      var status = stat()
      return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }
  }

  /// Returns the names in a directory that do not begin with a dot, in order.
  package static func names(in directory: String) throws(Failure) -> [String] {
    try DirectoryNames.read(directory).filter { !$0.hasPrefix(".") }
  }

  /// Returns the content of the table; `nil` if the caller has no crontab. Throws if it cannot be read.
  package func read() throws(Failure) -> [UInt8]? {
    switch self {
    case .file(let path): return try TextFile.bytes(path, limit: Self.longest)
    case .ownCrontab:
      let result = try Self.runCrontab(["-l"])
      if result.status == 0 { return result.bytes }
      guard result.problem.contains("no crontab") else {
        throw .refused("crontab -l failed: \(result.problem.firstLine)")
      }
      return nil
    }
  }

  /// Replaces the content of the table, if it is still `before`. Throws if it cannot be written, or was changed.
  package func write(_ bytes: [UInt8], over before: [UInt8]) throws(Failure) {
    guard try read() == before else {
      throw .refused("\(name.visible) was changed meanwhile, so it was left as it is; try again")
    }
    switch self {
    case .file(let path): try Self.replace(path, by: bytes)
    case .ownCrontab: try Self.installCrontab(bytes)
    }
  }

  /// Runs crontab(1) and returns its outputs and status. Throws if it cannot be run.
  private static func runCrontab(_ arguments: [String]) throws(Failure) -> Program.Result {
    do throws(Failure) {
      return try Program(name: "crontab").run(arguments)
    } catch {
      throw error.adding("install cron, or name a file: rubatoctl import --crontab FILE")
    }
  }

  /// Replaces the caller's crontab. crontab(1) reads a file, which is in a directory that only the caller can read.
  private static func installCrontab(_ bytes: [UInt8]) throws(Failure) {
    let parent = Process.environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array("\(parent)/rubato-crontab-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .refused("cannot make a directory in \(parent): \(String(cString: strerror(errno)))")
    }
    let directory = String(
      decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let path = "\(directory)/crontab"
    defer {
      unlink(path)
      rmdir(directory)
    }
    try writeFile(bytes, to: path)
    let result = try runCrontab([path])
    guard result.status == 0 else { throw .refused("crontab failed: \(result.problem.firstLine)") }
  }

  /// Throws a refusal with the remedy if the table is a file that the caller cannot replace safely.
  package func checkWritable() throws(Failure) {
    if case .file(let path) = self { _ = try Self.replaceableFile(at: path) }
  }

  /// Returns the regular file behind a path, with its path without symbolic links, and its status. Throws if the caller
  /// cannot replace the file, or if root would replace it in a directory in which other users can write.
  private static func replaceableFile(at path: String) throws(Failure) -> (
    path: String, status: stat
  ) {
    guard let target = RealPath.resolve(path) else {
      throw .refused("cannot find \(path.visible): \(String(cString: strerror(errno)))")
    }
    var (status, directoryStatus) = (stat(), stat())
    guard stat(target, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw .refused("\(path.visible) is not a regular file; name the file that cron reads")
    }
    let directory = AtomicFile.parent(of: target)
    guard stat(directory, &directoryStatus) == 0, access(directory, W_OK) == 0 else {
      let problem = String(cString: strerror(errno))
      throw .refused("cannot write in \(directory.visible): \(problem); use sudo")
    }
    // 0o022 is the permission of the group and of others to write.
    let othersMayWrite = directoryStatus.st_mode & 0o022 != 0
    let isOfAnotherUser = ![0, status.st_uid].contains(directoryStatus.st_uid)
    if Users.isRoot, othersMayWrite || isOfAnotherUser {
      throw .refused(
        "others than root can write in \(directory.visible), so \(path.visible) is left as it is;"
          + " check the directory, and use chown root and chmod go-w")
    }
    return (target, status)
  }

  /// Replaces a file, and keeps its mode, owner and group. The new file has a name that cron does not read until it is
  /// complete.
  private static func replace(_ path: String, by bytes: [UInt8]) throws(Failure) {
    let (target, status) = try Self.replaceableFile(at: path)
    do throws(AtomicFileError) {
      try AtomicFile.replace(
        target, by: bytes, mode: status.st_mode & Self.permissionBits,
        owner: (user: status.st_uid, group: status.st_gid))
    } catch {
      throw .refused("\(error)")
    }
  }

  /// Writes a new file. Throws a refusal if that fails.
  private static func writeFile(_ bytes: [UInt8], to path: String) throws(Failure) {
    do throws(AtomicFileError) {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw .refused("\(error)")
    }
  }
}

extension String {
  /// The first line, for a message.
  fileprivate var firstLine: String {
    (split(separator: "\n").first.map { String($0) } ?? "").visible
  }
}
