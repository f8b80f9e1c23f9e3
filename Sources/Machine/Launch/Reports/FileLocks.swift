import Glibc

/// Locks of a process that block other processes while it is frozen.
package enum FileLocks {
  /// Returns the files on which a process holds an exclusive lock, by flock(2) or fcntl(2), according to its open
  /// files (proc_pid_fdinfo(5)); empty also if the kernel denies access.
  package static func exclusivelyLockedFiles(of pid: pid_t) -> [String] {
    let process = "/proc/\(pid)"
    var paths: Set<String> = []
    for number in SmallFile.names(in: "\(process)/fdinfo") {
      guard let text = SmallFile.read("\(process)/fdinfo/\(number)"),
        text.split(separator: "\n").contains(where: isExclusiveLock),
        let path = destination(of: "\(process)/fd/\(number)")
      else { continue }
      paths.insert(path)
    }
    return paths.sorted()
  }

  /// Whether the line is an exclusive lock, such as `lock:   1: POSIX  ADVISORY  WRITE 359 00:13:11691 0 EOF`. A
  /// lease blocks no process: the kernel breaks it.
  private static func isExclusiveLock(_ line: Substring) -> Bool {
    let words = line.split { $0 == " " || $0 == "\t" }
    return words.count > 4 && words[0] == "lock:" && words[4] == "WRITE"
      && ["POSIX", "FLOCK", "OFDLCK"].contains(words[2])
  }

  /// Returns the target of a symbolic link; `nil` if it cannot be read.
  private static func destination(of link: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &target, target.count)
    return count > 0 ? String(decoding: target[..<count].map(UInt8.init), as: UTF8.self) : nil
  }
}
