import Glibc

/// An exclusive lock on a file or a directory, by flock(2), until it is released.
///
/// The file is unlocked before the descriptor is closed. A child that was forked and has not yet executed its program
/// has the descriptor, too, and a closed one would stay locked until then.
struct FileLock: ~Copyable {
  private let file: OwnedDescriptor

  /// Locks without waiting; `nil` if another holds the lock.
  init?(_ file: consuming OwnedDescriptor) {
    guard flock(file.raw, LOCK_EX | LOCK_NB) == 0 else { return nil }
    self.file = file
  }

  /// Makes a lock on nothing.
  init() { file = OwnedDescriptor(-1) }

  deinit { flock(file.raw, LOCK_UN) }

  /// Whether a file is locked.
  var isHeld: Bool { file.raw >= 0 }
}
