import Foundation
import Glibc

@testable import Devices

/// A directory with files like those of the kernel, removed together with this object.
final class WrittenTree {
  let root: String

  init(_ files: [String: String] = [:]) {
    var template = Array("/tmp/rubato-tree-XXXXXX".utf8CString)
    root = String(cString: mkdtemp(&template))
    for (path, text) in files { write(text, to: path) }
  }

  var kernel: KernelTree { KernelTree(root) }

  /// Writes a file, with a final newline as the kernel does.
  func write(_ text: String, to path: String) {
    makeDirectory(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    let fd = open(root + path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    let bytes = Array((text + "\n").utf8)
    precondition(Glibc.write(fd, bytes, bytes.count) == bytes.count)
    close(fd)
  }

  func makeDirectory(_ path: String) {
    var place = root
    for name in path.split(separator: "/") {
      place += "/\(name)"
      mkdir(place, 0o755)
    }
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  func remove(_ path: String) {
    try? FileManager.default.removeItem(atPath: root + path)
  }

  deinit { remove("") }
}
