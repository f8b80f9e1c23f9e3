import Glibc
import Scheduling

/// The files of the runs that live, of which each is locked as long as its supervisor is there. So
/// the next daemon sees what this one leaves if it dies: a lock, unlike a pid, cannot be another's.
struct RunLocks {
  let directory: String

  /// A locked file. The lock belongs to whoever has this description of it open (flock(2)), which is
  /// inherited: from the order on there is no moment in which nobody holds it.
  struct Lock: ~Copyable {
    let path: String
    let file: OwnedDescriptor
  }

  /// A file that is locked by the supervisor of an earlier daemon.
  struct Held: ~Copyable {
    let id: LaunchID
    let path: String
    let file: OwnedDescriptor
    /// Whom it names; nil where it was too early for that, or the disk full.
    let supervisor: ProcessIdentity?
  }

  /// - Parameter directory: made where it is missing, for its owner only.
  init(directory: String) throws(LaunchError) {
    self.directory = directory
    let error = SmallFile.makeDirectories(directory, mode: 0o700)
    if error != 0 { throw .system("cannot make the directory \(directory)", error) }
  }

  /// Locks a file for a run that is to begin.
  func take(_ id: LaunchID) throws(LaunchError) -> Lock {
    for number in 0..<Self.mostNames {
      let path = "\(directory)/\(id.name)" + (number == 0 ? "" : ".\(number)")
      guard let file = OwnedDescriptor.open(path, O_RDWR | O_CREAT, mode: 0o600) else {
        throw .system("cannot make \(path)", errno)
      }
      if flock(file.raw, LOCK_EX | LOCK_NB) == 0 {
        ftruncate(file.raw, 0)
        return Lock(path: path, file: file)
      }
      // Of another run with this number, should a database have been lost.
    }
    throw .unavailable("cannot lock a file for \(id.words) in \(directory).")
  }

  private static let mostNames = 100

  /// Looks at all that an earlier daemon left. Files that nobody holds are removed.
  func eachHeld(_ body: (consuming Held) -> Void) {
    for name in SmallFile.names(in: directory) {
      let path = "\(directory)/\(name)"
      guard let id = name.split(separator: ".").first.flatMap({ LaunchID(name: $0) }),
        let file = OwnedDescriptor.open(path, O_RDWR)
      else { continue }
      if flock(file.raw, LOCK_EX | LOCK_NB) == 0 {
        unlink(path)
      } else {
        let supervisor = SmallFile.read(path).flatMap { ProcessIdentity(line: $0) }
        body(Held(id: id, path: path, file: file, supervisor: supervisor))
      }
    }
  }
}
