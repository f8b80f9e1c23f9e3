import CLinux
import Glibc
import Scheduling

/// The files in which commands find their stop reasons. The directory belongs to the daemon, and users can only
/// enter it: in a directory of theirs, links could redirect the daemon. Each file belongs to the user of its run,
/// and only that user can read it.
struct StopReasons {
  let directory: String

  /// Creates the directory if it is missing. Throws if that fails.
  /// - Parameter removesAll: Whether no run of an earlier daemon can still exist, so that all files are removed.
  init(directory: String, removesAll: Bool = true) throws(LaunchError) {
    self.directory = directory
    let error = SmallFile.makeDirectories(directory, mode: 0o711)
    if error != 0 { throw .system("cannot create the directory \(directory)", error) }
    // Again, because the umask can have reduced the mode.
    chmod(directory, 0o711)
    if removesAll { removeFiles() }
  }

  /// Removes the files of all runs except those in `kept`.
  func removeFiles(except kept: Set<RunID> = []) {
    for name in SmallFile.names(in: directory) {
      let run = LaunchID(name: name)?.run
      let isKept = run.map { kept.contains($0) } ?? false
      if !isKept { unlink("\(directory)/\(name)") }
    }
  }

  /// Returns the file for the stop reason of a run. It exists once the run was asked to stop.
  func path(of id: LaunchID) -> String { "\(directory)/\(id.name)" }

  /// Writes the stop reason of a run into its file, which only the user of the run can read. The complete file is put
  /// into its place in one step. A reason that cannot be written must not delay the signal, so a failure is only
  /// returned: 0 or `errno`.
  @discardableResult
  func write(_ reason: String, to id: LaunchID, uid: UInt32?) -> Int32 {
    let path = self.path(of: id)
    let new = "\(path).new"
    guard let file = OwnedDescriptor.open(new, O_WRONLY | O_CREAT | O_TRUNC, mode: 0o400) else {
      return errno
    }
    var error = SmallFile.writeAll(reason + "\n", to: file.raw)
    // Without a user, the run is one of the daemon's own user, who owns the file.
    if error == 0, let uid, !allowReading(file.raw, by: uid) { error = errno }
    if error == 0, rename(new, path) != 0 { error = errno }
    if error != 0 { unlink(new) }
    return error
  }

  /// Lets the user read the file, and returns whether that succeeded. A sandboxed daemon may not give files away, but
  /// it can open its own files to other users.
  private func allowReading(_ file: Int32, by uid: UInt32) -> Bool {
    fchown(file, uid, gid_t.max) == 0 || rubato_allow_reading(file, uid) == 0
  }

  func forget(_ id: LaunchID) {
    unlink(path(of: id))
  }
}
