import Scheduling

/// The mounts, as this process sees them: /proc/self/mountinfo (proc_pid_mountinfo(5)).
struct MountTable {
  struct Mount: Hashable {
    var point: ExactString
    var type: String
    /// Whether the file system itself is read-only, as opposed to a read-only mount of it.
    var isReadOnly: Bool
  }

  /// The mounts, in the order in which they were made.
  let mounts: [Mount]

  /// Reads the whole table: a bound on its text would hide the newest mounts of a machine with thousands of mounts.
  init(of tree: KernelTree, _ path: String = "/proc/self/mountinfo") {
    self.init(tree.text(path, limitBytes: .max) ?? "")
  }

  init(_ text: String) {
    mounts = text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { Self.mount($0) }
  }

  /// Returns the mount that is visible at exactly this path: the last of several mounts hides the earlier ones; `nil`
  /// if there is none.
  func visibleMount(at path: ExactString) -> Mount? {
    mounts.last { $0.point == path }
  }

  /// Returns the mount of a path: the one with the longest mount point above it, and the last one of several there;
  /// `nil` if there is none.
  func mount(containing path: ExactString) -> Mount? {
    var deepestMount: Mount?
    for mount in mounts where Self.isInside(path, mount.point) {
      // With >=, the last of several mounts at one point is found.
      let longestPoint = deepestMount?.point.text.utf8.count ?? 0
      if mount.point.text.utf8.count >= longestPoint { deepestMount = mount }
    }
    return deepestMount
  }

  /// Whether a path is a mount point itself, or below it: `/mnt/a` is inside of `/mnt`, but not of `/mn`.
  static func isInside(_ path: ExactString, _ point: ExactString) -> Bool {
    point == "/" || path == point || path.text.utf8.starts(with: "\(point)/".utf8)
  }

  /// Parses a line such as `36 35 98:0 / /mnt/backup rw,noatime shared:1 - ext4 /dev/sdb1 rw`: the dash ends the
  /// optional fields. Returns `nil` if the line is not valid.
  private static func mount(_ line: Substring.UTF8View) -> Mount? {
    // Bytes, since a user can name a mount such that a space is part of a `Character` with a mark.
    let fields = line.split(separator: UInt8(ascii: " ")).map { Substring($0) }
    guard fields.count > 6, let dash = fields[6...].firstIndex(of: "-"), dash + 3 < fields.count
    else { return nil }
    // The options of the file system, which follow its type and its source. Those of the mount are before the dash.
    let options = fields[dash + 3].utf8.split(separator: UInt8(ascii: ","))
    return Mount(
      point: ExactString(unescaped(fields[4])), type: String(fields[dash + 1]),
      isReadOnly: options.contains { $0.elementsEqual("ro".utf8) })
  }

  /// Decodes the escapes in a line of the table: a space, for example, is written as "\040".
  static func unescaped(_ text: Substring) -> String {
    guard text.utf8.contains(UInt8(ascii: "\\")) else { return String(text) }
    var bytes = [UInt8]()
    var rest = text.utf8[...]
    while let byte = rest.first {
      let digits = rest.dropFirst().prefix(3)
      // `UInt8(_:radix:)` also accepts a sign.
      let areDigits = digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
      if byte == UInt8(ascii: "\\"), digits.count == 3, areDigits,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
      {
        bytes.append(value)
        // The backslash and its three digits.
        rest = rest.dropFirst(4)
      } else {
        bytes.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
