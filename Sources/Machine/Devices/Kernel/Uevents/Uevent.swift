/// The kernel's message about a device that was added, changed or removed: "change@/devices/..." and "KEY=value"
/// pieces, with a NUL after each (netlink(7), NETLINK_KOBJECT_UEVENT).
struct Uevent: Hashable {
  var action: String
  /// The device's directory below /sys.
  var device: String
  var subsystem: String

  /// Parses a message; `nil` if it is not one of the kernel, or names no subsystem.
  init?(_ bytes: some Sequence<UInt8>) {
    let pieces = Array(bytes).split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    // Messages of udev, which begin with "libudev", lack this header.
    guard let head = pieces.first, let at = head.firstIndex(of: "@") else { return nil }
    action = String(head[..<at])
    device = String(head[head.index(after: at)...])
    let key = "SUBSYSTEM="
    guard let line = pieces.dropFirst().first(where: { $0.hasPrefix(key) }) else { return nil }
    subsystem = String(line.dropFirst(key.count))
  }
}
