import Control

/// What a run may use, in plain words.
enum LimitWords {
  /// `memory 512 MB, 100 tasks, processor 50 %`; nil where nothing is limited.
  static func text(_ limits: LimitsInfo) -> String? {
    let parts = [
      limits.memoryBytes.map { "memory \(DecimalText.bytes($0))" },
      limits.tasks.map { "\($0) tasks" },
      limits.cpuPercent.map { "processor \($0) %" },
      limits.cpuWeight.map { "processor weight \($0)" },
      limits.ioWeight.map { "disk weight \($0)" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

/// What a run reported, where it is only mentioned.
enum CheckpointWords {
  private static let longest = 60

  static func short(_ data: String) -> String {
    let line = data.split(separator: "\n", omittingEmptySubsequences: false).first ?? ""
    guard line.count > longest || line.count < data.count else { return data.visible }
    return "\(line.prefix(longest).description.visible)… (\(data.utf8.count) bytes)"
  }
}
