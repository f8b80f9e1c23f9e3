import Scheduling

/// The signal masks in /proc/PID/status (proc_pid_status(5)): bit 0 is signal 1.
struct SignalStatus: Equatable {
  var pending: UInt64 = 0
  var blocked: UInt64 = 0
  var ignored: UInt64 = 0
  var caught: UInt64 = 0

  init(_ text: [UInt8]) {
    for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: "S".utf8) {
      parse(String(decoding: line, as: UTF8.self))
    }
  }

  /// Reads a line such as `SigCgt: 0000000000014a07`; lines with other fields are ignored.
  private mutating func parse(_ line: String) {
    let fields = line.split { $0 == ":" || $0 == "\t" || $0 == " " }
    guard fields.count == 2, let mask = UInt64(fields[1], radix: 16) else { return }
    switch fields[0] {
    // Pending for the thread, and for the process.
    case "SigPnd", "ShdPnd": pending |= mask
    case "SigBlk": blocked = mask
    case "SigIgn": ignored = mask
    case "SigCgt": caught = mask
    default: return
    }
  }

  /// Returns the reaction of the process to this signal as its warning, according to the masks.
  func reaction(toWarning signal: Int32) -> KillReport.Expiration {
    guard (1...64).contains(signal) else { return .notAnnounced }
    let bit = UInt64(1) << UInt64(signal - 1)
    if pending & bit != 0 { return .pending }
    if caught & bit != 0 { return .caught }
    // Received by signalfd(2) or sigwait(3), which need no handler.
    if blocked & bit != 0 { return .caught }
    return .ignored
  }
}
