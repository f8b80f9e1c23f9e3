/// A piece of a run's standard output and standard error.
package struct RunOutput: Sendable, Equatable {
  /// The bytes, from `start` on.
  package var bytes: [UInt8]
  /// The offset of the first byte in the whole output of the run. It is higher than the requested one if older
  /// output has been dropped.
  package var start: Int64
  /// Size of the run's output so far.
  package var end: Int64

  package init(bytes: [UInt8], start: Int64, end: Int64) {
    self.bytes = bytes
    self.start = start
    self.end = end
  }

  /// Returns an empty piece at this offset.
  static func empty(at offset: Int64 = 0) -> RunOutput {
    RunOutput(bytes: [], start: offset, end: offset)
  }
}

/// The newest part of a run's standard output and standard error.
package struct NewestOutput: Sendable, Equatable {
  package var bytes: [UInt8]
  /// Whether this is all output of the run.
  package var isWhole: Bool

  package init(bytes: [UInt8], isWhole: Bool) {
    (self.bytes, self.isWhole) = (bytes, isWhole)
  }
}
