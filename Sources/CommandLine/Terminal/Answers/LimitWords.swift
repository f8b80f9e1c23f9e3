import Control

/// The limits of a run, in plain words.
enum LimitWords {
  /// Describes limits: `memory 512 MiB, 100 tasks, processor 50 %`; `nil` if there are none.
  static func text(_ limits: LimitsInfo) -> String? {
    let parts = [
      limits.memoryBytes.map { "memory \(bytes($0))" },
      limits.tasks.map { "\($0) tasks" },
      limits.cpuPercent.map { "processor \($0) %" },
      limits.cpuWeight.map { "processor weight \($0)" },
      limits.ioWeight.map { "disk weight \($0)" },
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  /// Formats bytes as they were typed: `512 MiB` for a multiple of a power of 1024, otherwise in powers of a thousand.
  private static func bytes(_ count: Int64) -> String {
    let units: [(name: String, bytes: Int64)] = [
      ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10),
    ]
    let unit = units.first { count >= $0.bytes && count % $0.bytes == 0 }
    return unit.map { "\(count / $0.bytes) \($0.name)" } ?? DecimalText.bytes(count)
  }
}

/// The reported checkpoint of a run in short form.
enum CheckpointWords {
  /// The largest number of shown characters, which leaves room on a line of a usual terminal.
  private static let longest = 60

  /// Shortens the data of a checkpoint to 60 characters of its first line, followed by the size of all data. One line
  /// of at most 60 characters is returned whole.
  static func short(_ data: String) -> String {
    let firstLine = data.split(separator: "\n", omittingEmptySubsequences: false).first ?? ""
    let isOneShortLine = firstLine.count == data.count && firstLine.count <= longest
    if isOneShortLine { return data.visible }
    return "\(firstLine.prefix(longest).description.visible)… (\(data.utf8.count) bytes)"
  }
}
