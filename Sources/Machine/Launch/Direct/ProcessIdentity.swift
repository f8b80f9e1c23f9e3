import Glibc

/// A process that was seen once. Its pid is given to another when it is gone; the pid and the time of
/// its start together are not.
package struct ProcessIdentity: Equatable {
  let pid: pid_t
  /// In ticks since the boot.
  let start: UInt64

  /// As a supervisor writes it: two numbers.
  init?(line: String) {
    let numbers = line.split { $0 == " " || $0 == "\n" }
    guard numbers.count == 2, let pid = pid_t(numbers[0]), pid > 1, let start = UInt64(numbers[1])
    else { return nil }
    self.pid = pid
    self.start = start
  }

  /// Whether it is still there.
  var isPresent: Bool { Self.start(of: pid) == start }

  /// The 22nd field of /proc/PID/stat (proc_pid_stat(5)); nil where there is no such process.
  package static func start(of pid: pid_t) -> UInt64? {
    guard let text = SmallFile.read("/proc/\(pid)/stat"), let name = text.lastIndex(of: ")") else {
      return nil
    }
    let fields = text[text.index(after: name)...].split(separator: " ")
    return fields.count > 19 ? UInt64(fields[19]) : nil
  }

  /// Whether a debugger holds the process (TracerPid in proc_pid_status(5)).
  package static func isTraced(_ pid: pid_t) -> Bool {
    let status = SmallFile.read("/proc/\(pid)/status") ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
    return line.map { !$0.hasSuffix("\t0") } ?? false
  }
}
