import Scheduling

/// How much room a file system has left for people and their programs.
struct StorageReading: Hashable {
  var totalBytes: UInt64
  var freeBytes: UInt64
  /// Nil where the file system has no fixed number of files.
  var freeFiles: UInt64?

  /// Low is under a twentieth and under a GiB: where GNOME warns (free-percent-notify and
  /// free-size-gb-no-notify of its housekeeping), and much as Android has it (5 %, at most 500 MB).
  static let lowShare = 0.05
  static let lowBytes: UInt64 = 1 << 30
  /// Android calls a megabyte left full. Our own database and the output of runs need some more.
  static let fullBytes: UInt64 = 16 << 20
  /// Once low or full, so much more has to be free to be better.
  static let recovery = 1.1

  func state(before: StorageSpace?) -> StorageSpace {
    if isUnder(Double(Self.fullBytes), isAlready: before == .full) || freeFiles == 0 {
      return .full
    }
    let low = min(Double(totalBytes) * Self.lowShare, Double(Self.lowBytes))
    return isUnder(low, isAlready: before == .low || before == .full) ? .low : .ok
  }

  private func isUnder(_ limit: Double, isAlready: Bool) -> Bool {
    Double(freeBytes) < (isAlready ? limit * Self.recovery : limit)
  }
}
