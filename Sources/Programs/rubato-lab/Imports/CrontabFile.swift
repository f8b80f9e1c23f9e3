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
    guard path != "-", let directory = Self.real(AtomicFile.parent(of: path)) else {
      form = .own
      table = nil
      return
    }
    // A symbolic link in the directory of cron is a file of that directory.
    let name = path.split(separator: "/").last.map { String($0) } ?? ""
    var place = (directory == "/" ? "" : directory) + "/" + name
    if Crontab.Form(path: place) == .own { place = Self.real(path) ?? place }
    form = Crontab.Form(path: place)
    let isRead =
      place == "/etc/crontab"
      || AtomicFile.parent(of: place) == Self.systemDirectory && Self.reason(toSkip: place) == nil
    table = isRead ? .file(place) : nil
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
  static func paths(_ paths: [String], asJSON: Bool) throws(Failure) -> [String] {
    var all: [String] = []
    for path in paths {
      guard path.hasSuffix("/") else {
        all.append(path)
        continue
      }
      guard real(path) == systemDirectory else {
        all += try EntryTable.files(in: path)
        continue
      }
      for name in try EntryTable.names(in: path) {
        guard let reason = Self.reason(toSkip: path + name) else {
          all.append(path + name)
          continue
        }
        ImportLine(
          file: path + name, line: 0, error: "NotTranslated",
          message: "\(path)\(name): skipped: \(reason)"
        ).print(asJSON: asJSON)
      }
    }
    return all
  }

  /// Returns the reason why cron skips a file of its directory; `nil` if it reads it.
  private static func reason(toSkip path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return String(cString: strerror(errno)) }
    let name = path.split(separator: "/").last.map { String($0) } ?? ""
    return CronDirectory.reason(
      toSkip: name, isRegular: status.st_mode & S_IFMT == S_IFREG, owner: status.st_uid,
      mode: status.st_mode)
  }

  /// Returns the path without symbolic links; `nil` if nothing is there.
  private static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
