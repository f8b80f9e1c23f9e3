import CDeflate

/// Compresses one file after the other.
final class Deflater {
  private let stream: OpaquePointer
  private let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

  /// Prepares zlib for one file.
  ///
  /// - Throws: `ZIPError` if memory is short.
  init(level: Int) throws {
    guard let stream = cdeflate_begin(Int32(level)) else {
      output.deallocate()
      throw ZIPError(.compressionUnavailable, "zlib has no memory for compression")
    }
    self.stream = stream
  }

  deinit {
    cdeflate_end(stream)
    output.deallocate()
  }

  /// Compresses the next bytes of a file. All of them are consumed when it returns. Throws a `ZIPError` if zlib
  /// fails.
  ///
  /// - Parameters:
  ///   - input: The next bytes.
  ///   - isLast: Whether there are no more, so that the rest of the output is written.
  ///   - receive: Receives the compressed bytes, in one or several pieces.
  func compress(
    _ input: UnsafeRawBufferPointer, isLast: Bool, receive: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var rest = input
    while true {
      let bytes = rest.bindMemory(to: UInt8.self).baseAddress
      var (consumed, produced) = (rest.count, output.count)
      let room = output.bindMemory(to: UInt8.self).baseAddress
      let result = cdeflate_some(stream, bytes, &consumed, room, &produced, isLast)
      guard result >= 0 else {
        throw ZIPError(.compressionUnavailable, "zlib has failed in the middle of a file")
      }
      if produced > 0 { try receive(UnsafeRawBufferPointer(rebasing: output[..<produced])) }
      rest = UnsafeRawBufferPointer(rebasing: rest[consumed...])
      // 1 means that all output of the file is written. A full buffer means that zlib may have more output.
      let isDone = isLast ? result == 1 : rest.isEmpty && produced < output.count
      if isDone { return }
    }
  }
}
