import Glibc

/// A process that was seen once. Its pid can be reused after its end; the pair of pid and start time cannot.
package struct ProcessIdentity: Equatable {
  let pid: pid_t
  /// Start time in ticks since the boot.
  let start: UInt64

  /// Parses the two numbers that a supervisor writes; `nil` if they are not valid.
  init?(line: String) {
    let numbers = line.split { $0 == " " || $0 == "\n" }
    guard numbers.count == 2, let pid = pid_t(numbers[0]), pid > 1, let start = UInt64(numbers[1])
    else { return nil }
    self.pid = pid
    self.start = start
  }

  /// Whether the process still exists.
  var isPresent: Bool { Self.start(of: pid) == start }

  /// Returns the start time of a process in ticks since the boot, the 22nd field of /proc/PID/stat (proc_pid_stat(5));
  /// `nil` if there is no such process.
  package static func start(of pid: pid_t) -> UInt64? {
    guard let text = SmallFile.read("/proc/\(pid)/stat"), let name = text.lastIndex(of: ")") else {
      return nil
    }
    // The name is the second field and can contain spaces, so the fields after it are counted: the first is the third.
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
