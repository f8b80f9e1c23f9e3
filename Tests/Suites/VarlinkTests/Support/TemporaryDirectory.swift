import Glibc

/// A directory that goes away with this object.
final class TemporaryDirectory: Sendable {
  let path: String

  init() {
    var template = Array("/tmp/varlink-test-XXXXXX".utf8CString)
    guard let made = mkdtemp(&template) else { fatalError("mkdtemp: \(errno)") }
    path = String(cString: made)
  }

  deinit {
    for name in entries { unlink(path + "/" + name) }
    rmdir(path)
  }

  var entries: [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
