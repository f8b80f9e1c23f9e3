import Glibc

/// The files of processes in /proc. Each is read in one call: a report needs no more than fits, and has no time for
/// more. None of these files ever waits for its process, as the command line would (proc_pid_cmdline(5) takes the
/// lock of its memory).
struct ProcessFiles {
  /// The root directory: /proc, or an imitation of it.
  var root = "/proc"

  func status(of pid: Int32) -> SignalStatus? {
    read("\(root)/\(pid)/status", limitBytes: 4096).map { SignalStatus($0) }
  }

  func threadStatus(_ thread: Int32, of pid: Int32) -> ThreadStatus? {
    read("\(root)/\(pid)/task/\(thread)/stat", limitBytes: 1024).flatMap { ThreadStatus($0) }
  }

  /// Returns the kernel's function in which a thread of a process waits; `nil` if the kernel does not report it.
  func waitChannel(_ thread: Int32, of pid: Int32) -> String? {
    read("\(root)/\(pid)/task/\(thread)/wchan", limitBytes: 128).flatMap {
      WaitChannel.name(of: $0)
    }
  }

  /// Returns the threads of a process, the first thread first.
  func threads(of pid: Int32, limit: Int) -> [Int32] {
    numbers(in: "\(root)/\(pid)/task", limit: limit).sorted()
  }

  /// Returns the living children of a process; `nil` if the kernel does not list them (without
  /// CONFIG_PROC_CHILDREN). Each child belongs to the thread that started it.
  func children(of pid: Int32) -> [Int32]? {
    let lists = threads(of: pid, limit: 1024).compactMap {
      read("\(root)/\(pid)/task/\($0)/children", limitBytes: 16_384)
    }
    return lists.isEmpty ? nil : lists.flatMap(Self.numbers)
  }

  /// Returns the processes in one cgroup.
  static func members(ofCgroup directory: String) -> [Int32] {
    read("\(directory)/cgroup.procs", limitBytes: 65_536).map(numbers) ?? []
  }

  /// Whether one of the first `limit` descriptors of a process is known to be a socket.
  func hasSocket(_ pid: Int32, limit: Int = 64) -> Bool {
    let directory = "\(root)/\(pid)/fd"
    return numbers(in: directory, limit: limit).contains { isSocket("\(directory)/\($0)") }
  }

  /// Whether the link is a socket, by its text: following it could block on a dead file server.
  private func isSocket(_ path: String) -> Bool {
    var target = [CChar](repeating: 0, count: 16)
    let count = readlink(path, &target, target.count)
    let prefix = "socket:"
    return count > prefix.utf8.count && strncmp(target, prefix, prefix.utf8.count) == 0
  }

  private func read(_ path: String, limitBytes: Int) -> [UInt8]? {
    Self.read(path, limitBytes: limitBytes)
  }

  /// Reads the first `limitBytes` bytes of a file, in one call; `nil` if it cannot be read.
  private static func read(_ path: String, limitBytes: Int) -> [UInt8]? {
    guard let file = OwnedDescriptor.open(path, O_RDONLY) else { return nil }
    var length = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limitBytes) { buffer, count in
      length = Glibc.read(file.raw, buffer.baseAddress, limitBytes)
      count = max(0, length)
    }
    return length < 0 ? nil : bytes
  }

  /// Parses numbers separated by white space; a last number that the limit may have cut off is omitted.
  private static func numbers(_ text: [UInt8]) -> [Int32] {
    guard let end = text.lastIndex(where: { $0 <= UInt8(ascii: " ") }) else { return [] }
    return text[...end].split { $0 <= UInt8(ascii: " ") }.compactMap {
      Int32(String(decoding: $0, as: UTF8.self))
    }
  }

  /// Returns the names in a directory that are numbers, at most `limit` of them, in no order; empty if it cannot be
  /// read.
  private func numbers(in directory: String, limit: Int) -> [Int32] {
    guard let stream = opendir(directory) else { return [] }
    defer { closedir(stream) }
    var numbers = [Int32]()
    while numbers.count < limit, let entry = readdir(stream) {
      let number = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { Int32(String(cString: $0)) }
      }
      if let number { numbers.append(number) }
    }
    return numbers
  }
}
