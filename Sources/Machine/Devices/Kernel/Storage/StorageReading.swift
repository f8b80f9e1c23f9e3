import Scheduling

/// The free space of a file system for users.
struct StorageReading: Hashable {
  var totalBytes: UInt64
  var freeBytes: UInt64
  /// Free files; `nil` if the file system has no fixed number of files.
  var freeFiles: UInt64?

  /// Low is below a twentieth and below a GiB: the limit at which GNOME warns (free-percent-notify and
  /// free-size-gb-no-notify of its housekeeping), and similar to Android's (5 %, at most 500 MB).
  static let lowShare = 0.05
  static let lowBytes: UInt64 = 1 << 30
  /// Android calls a remaining megabyte full. Our own database and the output of runs need some more.
  static let fullBytes: UInt64 = 16 << 20
  /// Factor by which the free space must exceed a limit to leave the low or full state.
  static let recovery = 1.1

  /// Returns the state of the free space. A low or full state ends only when the free space exceeds its limit by a
  /// tenth.
  /// - Parameter before: The previous state; `nil` at the first reading.
  func state(before: StorageSpace?) -> StorageSpace {
    if isBelow(Double(Self.fullBytes), wasBelow: before == .full) || freeFiles == 0 {
      return .full
    }
    let low = min(Double(totalBytes) * Self.lowShare, Double(Self.lowBytes))
    return isBelow(low, wasBelow: before == .low || before == .full) ? .low : .ok
  }

  /// Whether the free space is below a limit, in bytes, or was and has not yet exceeded it by a tenth.
  private func isBelow(_ limit: Double, wasBelow: Bool) -> Bool {
    Double(freeBytes) < (wasBelow ? limit * Self.recovery : limit)
  }
}
