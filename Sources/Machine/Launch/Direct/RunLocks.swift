import Glibc
import Scheduling

/// The files of the live runs. Each is locked as long as its supervisor exists. If this daemon dies, the next one
/// thereby finds the remaining runs: unlike a pid, a lock cannot be reused.
struct RunLocks {
  let directory: String

  /// A locked file. The lock belongs to all processes that have this description of it open (flock(2)). The
  /// description is inherited, so the lock is held without a gap from the order on.
  struct Lock: ~Copyable {
    let path: String
    let file: OwnedDescriptor
  }

  /// A file that is locked by the supervisor of an earlier daemon.
  struct LockedFile: ~Copyable {
    let id: LaunchID
    let path: String
    let file: OwnedDescriptor
    /// The supervisor named in the file; `nil` if it was not yet written, or the disk was full.
    let supervisor: ProcessIdentity?
  }

  /// - Parameter directory: Created if it is missing, for its owner only.
  init(directory: String) throws(LaunchError) {
    self.directory = directory
    let error = SmallFile.makeDirectories(directory, mode: 0o700)
    if error != 0 { throw .system("cannot create the directory \(directory)", error) }
  }

  /// Creates and locks the file of a new run. If the file is locked by another run, uses another name. Throws if no
  /// file can be created, or all names are in use.
  func lockFile(for id: LaunchID) throws(LaunchError) -> Lock {
    for number in 0..<Self.mostNames {
      let path = "\(directory)/\(id.name)" + (number == 0 ? "" : ".\(number)")
      guard let file = OwnedDescriptor.open(path, O_RDWR | O_CREAT, mode: 0o600) else {
        throw .system("cannot create \(path)", errno)
      }
      if flock(file.raw, LOCK_EX | LOCK_NB) == 0 {
        // An abandoned file names an earlier supervisor.
        ftruncate(file.raw, 0)
        return Lock(path: path, file: file)
      }
      // The lock belongs to another run with this number, if a database was lost.
    }
    throw .unavailable("cannot lock a file for \(id.words) in \(directory).")
  }

  /// The most names that are tried for one run.
  private static let mostNames = 100

  /// Calls `body` with each file that a supervisor of an earlier daemon has locked, and removes the files without a
  /// lock.
  func visitLockedFiles(_ body: (consuming LockedFile) -> Void) {
    for name in SmallFile.names(in: directory) {
      let path = "\(directory)/\(name)"
      // A number can follow the id (`lockFile`).
      guard let id = name.split(separator: ".").first.flatMap({ LaunchID(name: $0) }),
        let file = OwnedDescriptor.open(path, O_RDWR)
      else { continue }
      let isAbandoned = flock(file.raw, LOCK_EX | LOCK_NB) == 0
      if isAbandoned {
        unlink(path)
      } else {
        let supervisor = SmallFile.read(path).flatMap { ProcessIdentity(line: $0) }
        body(LockedFile(id: id, path: path, file: file, supervisor: supervisor))
      }
    }
  }
}
