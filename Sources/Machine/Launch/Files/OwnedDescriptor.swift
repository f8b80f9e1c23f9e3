import Glibc

/// A descriptor that is closed when its owner is gone; -1 for none.
struct OwnedDescriptor: ~Copyable {
  let raw: Int32

  init(_ raw: Int32) {
    self.raw = raw
  }

  /// Releases the descriptor: the caller must now close it.
  consuming func release() -> Int32 {
    let raw = self.raw
    discard self
    return raw
  }

  deinit {
    if raw >= 0 { close(raw) }
  }

  /// Opens a file; `nil`, with `errno`, if that fails. The descriptor is never inherited by another program.
  static func open(_ path: String, _ flags: Int32, mode: mode_t = 0) -> OwnedDescriptor? {
    let raw = Glibc.open(path, flags | O_CLOEXEC, mode)
    return raw < 0 ? nil : OwnedDescriptor(raw)
  }
}
