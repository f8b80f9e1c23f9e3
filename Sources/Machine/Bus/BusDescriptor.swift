import Glibc

/// A descriptor that was received in a message, or is sent with one; closed when its last owner is gone.
package final class BusDescriptor: Sendable, Equatable {
  package let raw: Int32

  /// Takes over a descriptor.
  package init(owning raw: Int32) {
    self.raw = raw
  }

  /// Copies a descriptor; `nil`, with `errno`, if that fails.
  convenience init?(copying fd: Int32) {
    let copy = fcntl(fd, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    self.init(owning: copy)
  }

  deinit {
    close(raw)
  }

  package static func == (left: BusDescriptor, right: BusDescriptor) -> Bool {
    left === right
  }
}
