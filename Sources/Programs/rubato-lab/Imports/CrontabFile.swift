import AtomicFiles
import Terminal
import Translation
import Verbs

#if canImport(Glibc)
  import Glibc
#endif

/// A crontab that an import names.
struct CrontabFile {
  private static let systemDirectory = "/etc/cron.d"

  /// The path as it was given.
  let path: String
  let form: Crontab.Form
  /// The table for `--replace`; `nil` if cron does not read the file, or only crontab(1) changes it.
  let table: EntryTable?

  /// Finds the form of a file by its place on the machine. Throws if root would run the commands of another user.
  init(_ path: String) throws(Failure) {
    self.path = path
    // Standard input has no place, and neither has a path to a directory that does not exist.
    guard path != "-", let directory = RealPath.resolve(AtomicFile.parent(of: path)) else {
      form = .own
      table = nil
      return
    }
    // A symbolic link in the directory of cron is a file of that directory.
    let name = AtomicFile.names(in: path).last ?? ""
    var place = (directory == "/" ? "" : directory) + "/" + name
    // A link in another directory can lead to a file of cron.
    if Crontab.Form(path: place) == .own { place = RealPath.resolve(path) ?? place }
    form = Crontab.Form(path: place)
    let isInSystemDirectory = AtomicFile.parent(of: place) == Self.systemDirectory
    let isReadByCron =
      place == "/etc/crontab" || isInSystemDirectory && Self.reason(toSkip: place) == nil
    table = isReadByCron ? .file(place) : nil
    if form == .own { try Self.refuseOfOtherUser(path) }
  }

  /// Throws a refusal to root if a file whose entries name no user belongs to another user.
  private static func refuseOfOtherUser(_ path: String) throws(Failure) {
    var status = stat()
    guard geteuid() == 0, stat(path, &status) == 0, status.st_uid != 0 else { return }
    let (name, file) = (Users.name(Int64(status.st_uid)).visible, path.visible)
    throw .refused(
      "\(file) belongs to \(name), and its commands would run as root; import it as \(name), with"
        + " sudo -u \(name) rubatoctl import --crontab \(file), or, if root shall run them, with"
        + " rubatoctl import --crontab - <\(file)")
  }

  /// Returns the paths with those of the files that cron reads in the place of each directory. Prints the path and the
  /// reason of each file of `/etc/cron.d` that cron skips.
  static func filePaths(_ paths: [String], asJSON: Bool) throws(Failure) -> [String] {
    var allPaths: [String] = []
    for path in paths {
      if !path.hasSuffix("/") {
        allPaths.append(path)
      } else if RealPath.resolve(path) != systemDirectory {
        allPaths += try EntryTable.files(in: path)
      } else {
        allPaths += try systemFilePaths(in: path, asJSON: asJSON)
      }
    }
    return allPaths
  }

  /// Returns the paths of the files in `/etc/cron.d` that cron reads. Prints the path and the reason of each file that
  /// cron skips.
  private static func systemFilePaths(
    in directory: String, asJSON: Bool
  ) throws(Failure) -> [String] {
    try EntryTable.names(in: directory).map { directory + $0 }.filter { path in
      guard let reason = Self.reason(toSkip: path) else { return true }
      ImportLine(
        file: path, line: 0, error: "NotTranslated", message: "\(path): skipped: \(reason)"
      ).print(asJSON: asJSON)
      return false
    }
  }

  /// Returns the reason why cron skips a file of its directory; `nil` if it reads it.
  private static func reason(toSkip path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return String(cString: strerror(errno)) }
    let name = AtomicFile.names(in: path).last ?? ""
    return CronDirectory.reason(
      toSkip: name, isRegular: status.st_mode & S_IFMT == S_IFREG, owner: status.st_uid,
      mode: status.st_mode)
  }
}
