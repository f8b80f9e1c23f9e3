import CLinux
import Glibc
import Scheduling

/// The files in which commands find why they have to stop. The directory belongs to the daemon and
/// users only pass through it: in a directory of theirs, links could lead the daemon astray. Each
/// file belongs to the user of its run, who alone can read it.
struct StopReasons {
  let directory: String

  /// - Parameter isSwept: whether nothing of an earlier daemon's runs can still be there.
  init(directory: String, isSwept: Bool = true) throws(LaunchError) {
    self.directory = directory
    let error = SmallFile.makeDirectories(directory, mode: 0o711)
    if error != 0 { throw .system("cannot make the directory \(directory)", error) }
    // Whatever the umask was.
    chmod(directory, 0o711)
    if isSwept { sweep() }
  }

  /// Removes those of runs that are not there any more.
  func sweep(keeping kept: Set<RunID> = []) {
    for name in SmallFile.names(in: directory) where !isOf(kept, name) {
      unlink("\(directory)/\(name)")
    }
  }

  private func isOf(_ kept: Set<RunID>, _ name: String) -> Bool {
    LaunchID(name: name)?.run.map { kept.contains($0) } ?? false
  }

  /// The file in which something finds why it has to stop. It is there once it has been told so.
  func path(of id: LaunchID) -> String { "\(directory)/\(id.name)" }

  /// Puts the file into its place at once and whole. A reason that cannot be written is no reason
  /// to hold the signal back, so a failure is only answered: 0 or `errno`.
  @discardableResult
  func write(_ reason: String, to id: LaunchID, uid: UInt32?) -> Int32 {
    let path = self.path(of: id)
    let new = "\(path).new"
    guard let file = OwnedDescriptor.open(new, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o400) else {
      return errno
    }
    let text = reason + "\n"
    guard Glibc.write(file.raw, text, text.utf8.count) == text.utf8.count,
      uid.map({ allow($0, to: file.raw) }) ?? true,
      rename(new, path) == 0
    else {
      let error = errno
      unlink(new)
      return error
    }
    return 0
  }

  /// A sandboxed daemon has no right to give files away; its own files it may open for others.
  private func allow(_ uid: UInt32, to file: Int32) -> Bool {
    fchown(file, uid, gid_t.max) == 0 || rubato_allow_reading(file, uid) == 0
  }

  func forget(_ id: LaunchID) {
    unlink(path(of: id))
  }
}
