import Glibc

/// The kernel's files of a line or a few, looked up below a directory: "" on a real machine, where
/// /sys and /proc are, and a written tree in tests.
struct KernelTree: Sendable {
  let root: String

  init(_ root: String = "") {
    self.root = root == "/" ? "" : root
  }

  /// Whether the files are the kernel's own, so that it tells of their changes.
  var isReal: Bool { root.isEmpty }

  /// Where a file of the kernel is looked for.
  func path(_ path: String) -> String { root + path }

  /// The text of a file; nil where it cannot be read: drivers answer ENODEV, EAGAIN and the like
  /// for what they cannot tell just now.
  func text(_ path: String, limitBytes: Int = 1 << 20) -> String? {
    let fd = open(self.path(path), O_RDONLY | O_CLOEXEC)
    guard fd >= 0 else { return nil }
    defer { close(fd) }
    var bytes = [UInt8]()
    var part = [UInt8](repeating: 0, count: 4096)
    while bytes.count < limitBytes {
      let count = read(fd, &part, part.count)
      if count < 0 { return nil }
      if count == 0 { break }
      bytes += part[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The first line of a file, without spaces around it; nil where there is none.
  func line(_ path: String) -> String? {
    guard let first = text(path)?.split(separator: "\n").first else { return nil }
    let words = first.split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// A file that holds a whole number.
  func number(_ path: String) -> Int? {
    line(path).flatMap { Int($0) }
  }

  /// A variable of the device in a directory of /sys, of its `uevent`: of lines as `DRIVER=virtio_gpu`.
  func variable(_ name: String, of device: String) -> String? {
    (text("\(device)/uevent") ?? "").split(separator: "\n")
      .first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// The names in a directory in their order, but for those with a dot in front; empty where it
  /// cannot be read.
  func names(in directory: String) -> [String] {
    names(in: directory) { _ in true }
  }

  /// The names of the directories in a directory; links are none.
  func directories(in directory: String) -> [String] {
    names(in: directory) { $0.d_type == UInt8(DT_DIR) }
  }

  private func names(in directory: String, where isWanted: (dirent) -> Bool) -> [String] {
    guard let stream = opendir(path(directory)) else { return [] }
    defer { closedir(stream) }
    var names = [String]()
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix("."), isWanted(entry.pointee) { names.append(name) }
    }
    return names.sorted()
  }
}
