import Verbs

/// The processors on which this process may run.
enum ProcessorCount {
  /// Returns their number, from the mask in /proc/self/status; 1 if the mask is unreadable.
  static func available() -> Int {
    guard let status = try? TextFile.read("/proc/self/status", limit: 100_000) else { return 1 }
    let name = "Cpus_allowed:"
    // The mask has hexadecimal digits, such as `ff,ffffffff`, with a bit for each processor.
    let mask = status.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count)
    var processors = 0
    for digit in (mask ?? "").compactMap(\.hexDigitValue) { processors += digit.nonzeroBitCount }
    return max(1, processors)
  }
}
