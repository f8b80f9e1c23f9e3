import Verbs

/// The processors on which this process may run.
enum ProcessorCount {
  /// Returns their number, from the mask in /proc/self/status; 1 if the mask is unreadable.
  static func available() -> Int {
    guard let status = try? TextFile.read("/proc/self/status", limit: 100_000) else { return 1 }
    let name = "Cpus_allowed:"
    let mask = status.split(separator: "\n").first { $0.hasPrefix(name) }?.dropFirst(name.count)
    let bits = (mask ?? "").compactMap(\.hexDigitValue).reduce(0) { $0 + $1.nonzeroBitCount }
    return max(1, bits)
  }
}
