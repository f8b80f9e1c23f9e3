import Control

/// Reads `memory=512M,tasks=100,cpu=50%,cpu-weight=20,io-weight=20`.
package enum LimitList {
  private static let allowed =
    "memory=512M, tasks=100, cpu=50%, cpu-weight=20 and io-weight=20, separated by commas"

  /// Returns the limits in repeated options with comma-separated lists; `nil` if there are none. Throws if a limit is
  /// not allowed.
  package static func parse(_ words: [String]) throws(InputError) -> LimitsInfo? {
    guard let words = try words.words(of: "--limit") else { return nil }
    var limits = LimitsInfo()
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let value = number(ofKey: parts[0], parts[1]) else {
        throw InputError("--limit '\(word.visible)' is not allowed; use \(allowed)")
      }
      let key = parts[0]
      switch key {
      case "memory": limits.memoryBytes = value
      case "tasks": limits.tasks = value
      case "cpu": limits.cpuPercent = value
      case "cpu-weight": limits.cpuWeight = value
      // The only other allowed key: io-weight.
      default: limits.ioWeight = value
      }
    }
    return limits
  }

  /// Reads the value of a limit: bytes, percent or a number; `nil` if the value is not allowed, or the key is unknown.
  private static func number(ofKey key: String, _ text: String) -> Int64? {
    switch key {
    case "memory": bytes(text)
    case "cpu": text.hasSuffix("%") ? Int64(text.dropLast()) : nil
    case "tasks", "cpu-weight", "io-weight": Int64(text)
    default: nil
    }
  }

  /// Reads bytes with K, M, G and T as powers of 1024, as in systemd; `nil` if they are not allowed.
  private static func bytes(_ text: String) -> Int64? {
    let units: [Character: Int64] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
    guard let last = text.last, let unit = units[last] else { return Int64(text) }
    guard let number = Int64(text.dropLast()), number > 0 else { return nil }
    let (bytes, isTooMuch) = number.multipliedReportingOverflow(by: unit)
    return isTooMuch ? nil : bytes
  }
}
