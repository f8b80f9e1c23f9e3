import Glibc

/// The files in which commands find why they have to stop. The directory belongs to the daemon and
/// users only pass through it: in a directory of theirs, links could lead the daemon astray. Each
/// file belongs to the user of its run, who alone can read it.
struct StopReasons {
  let directory: String

  init(directory: String) throws(LaunchError) {
    self.directory = directory
    let error = SmallFile.makeDirectories(directory, mode: 0o711)
    if error != 0 { throw .system("cannot make the directory \(directory)", error) }
    // Whatever the umask was.
    chmod(directory, 0o711)
    for name in SmallFile.names(in: directory) { unlink("\(directory)/\(name)") }
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
      uid == nil || fchown(file.raw, uid ?? 0, gid_t.max) == 0,
      rename(new, path) == 0
    else {
      let error = errno
      unlink(new)
      return error
    }
    return 0
  }

  func forget(run: Int64) {
    unlink(path(of: run))
  }
}
