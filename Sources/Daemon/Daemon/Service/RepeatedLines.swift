/// Log lines that are written when they are new and then only counted, so that a caller cannot fill the disk. They
/// are written again at the tenth time, the hundredth and so on.
struct RepeatedLines {
  private struct Count {
    var count = 0
    var last: Int64
  }

  private var counts: [String: Count] = [:]

  /// The time after which a line is new again, in nanoseconds.
  private static let memory: Int64 = 3_600_000_000_000
  /// Maximum number of known lines; above it, all are forgotten.
  private static let most = 1000

  /// Counts `line` and returns the text to write for it; `nil` if it is not written this time.
  ///
  /// - Parameters:
  ///   - kind: The text by which it is counted, if a caller can vary the line; otherwise the line.
  ///   - now: A monotonic time in nanoseconds.
  mutating func count(_ line: String, ofKind kind: String? = nil, at now: Int64) -> String? {
    let kind = kind ?? line
    // Limits the memory. The forgotten lines are then new again.
    if counts.count >= Self.most, counts[kind] == nil { counts = [:] }
    var entry = counts[kind] ?? Count(last: now)
    if now - entry.last > Self.memory { entry.count = 0 }
    entry.count += 1
    entry.last = now
    counts[kind] = entry
    if entry.count == 1 { return line }
    return Self.isPowerOfTen(entry.count) ? "\(line) (\(entry.count) times)" : nil
  }

  /// Returns whether a positive number is 1, 10, 100 and so on.
  private static func isPowerOfTen(_ number: Int) -> Bool {
    var rest = number
    while rest % 10 == 0 { rest /= 10 }
    return rest == 1
  }
}
