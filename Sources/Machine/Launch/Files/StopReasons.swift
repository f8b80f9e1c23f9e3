import CLinux
import Glibc

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
  func sweep(keeping kept: Set<Int64> = []) {
    for name in SmallFile.names(in: directory) where !kept.contains(Int64(name) ?? -1) {
      unlink("\(directory)/\(name)")
    }
  }

  /// The file of a run. It is there once the run has been told to stop.
  func path(of run: Int64) -> String { "\(directory)/\(run)" }

  /// Puts the file into its place at once and whole. A reason that cannot be written is no reason
  /// to hold the signal back, so a failure is only answered: 0 or `errno`.
  @discardableResult
  func write(_ reason: String, run: Int64, uid: UInt32?) -> Int32 {
    let path = self.path(of: run)
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

  func forget(run: Int64) {
    unlink(path(of: run))
  }
}
