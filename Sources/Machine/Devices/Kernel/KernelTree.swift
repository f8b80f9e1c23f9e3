import Glibc

/// The short files of the kernel, below a root directory: "" on a real machine with /sys and /proc, and a written
/// tree in tests.
struct KernelTree: Sendable {
  let root: String

  init(_ root: String = "") {
    self.root = root == "/" ? "" : root
  }

  /// Whether the files are the kernel's own, so that the kernel reports their changes.
  var isReal: Bool { root.isEmpty }

  /// Returns the path of a file of the kernel.
  func path(_ path: String) -> String { root + path }

  /// Reads the text of a file, of a long one only the beginning, slightly more than the limit at most; `nil` if it
  /// cannot be read: drivers return ENODEV, EAGAIN and the like for values that are unavailable at the moment.
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

  /// Reads the first line of a file, with single spaces between its words; `nil` if there is none.
  func line(_ path: String) -> String? {
    guard let first = text(path)?.split(separator: "\n").first else { return nil }
    let words = first.split(whereSeparator: \.isWhitespace)
    return words.isEmpty ? nil : words.joined(separator: " ")
  }

  /// Reads a file with a whole number; `nil` if there is none.
  func number(_ path: String) -> Int? {
    line(path).flatMap { Int($0) }
  }

  /// Reads a variable in the `uevent` of a device's directory of /sys, which has lines such as `DRIVER=virtio_gpu`;
  /// `nil` if it is missing.
  func variable(_ name: String, of device: String) -> String? {
    (text("\(device)/uevent") ?? "").split(separator: "\n")
      .first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// Returns the names in a directory in their order, without those that begin with a dot; empty if it cannot be
  /// read.
  func names(in directory: String) -> [String] {
    names(in: directory) { _ in true }
  }

  /// Returns the names of the directories in a directory, without links.
  func directories(in directory: String) -> [String] {
    names(in: directory) { $0.d_type == UInt8(DT_DIR) }
  }

  /// Returns the sorted names of the wanted entries of a directory, without those that begin with a dot; empty if it
  /// cannot be read.
  private func names(in directory: String, where isIncluded: (dirent) -> Bool) -> [String] {
    guard let stream = opendir(path(directory)) else { return [] }
    defer { closedir(stream) }
    var names = [String]()
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix("."), isIncluded(entry.pointee) { names.append(name) }
    }
    return names.sorted()
  }
}
