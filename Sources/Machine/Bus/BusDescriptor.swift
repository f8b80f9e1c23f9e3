import Glibc

/// A descriptor that came in a message, or goes with one; closed when nobody holds it any longer.
package final class BusDescriptor: Sendable, Equatable {
  package let raw: Int32

  /// Takes over a descriptor.
  package init(owning raw: Int32) {
    self.raw = raw
  }

  /// Nil, with `errno`, where there can be no copy.
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
