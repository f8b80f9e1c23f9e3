/// A piece of what a run wrote to its standard output and standard error.
package struct RunOutput: Sendable, Equatable {
  /// The bytes, from `start` on.
  package var bytes: [UInt8]
  /// The offset of the first byte in all that the run wrote. Above what was asked for where older
  /// output has been dropped.
  package var start: Int64
  /// How much the run has written so far.
  package var end: Int64

  package init(bytes: [UInt8], start: Int64, end: Int64) {
    self.bytes = bytes
    self.start = start
    self.end = end
  }

  /// Nothing, at this offset.
  static func empty(at offset: Int64 = 0) -> RunOutput {
    RunOutput(bytes: [], start: offset, end: offset)
  }
}
