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
  ///   - give: Receives the compressed bytes, in one or several pieces.
  func compress(
    _ input: UnsafeRawBufferPointer, isLast: Bool, give: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var rest = input
    while true {
      let bytes = rest.bindMemory(to: UInt8.self).baseAddress
      var (taken, given) = (rest.count, output.count)
      let room = output.bindMemory(to: UInt8.self).baseAddress
      let result = cdeflate_some(stream, bytes, &taken, room, &given, isLast)
      guard result >= 0 else {
        throw ZIPError(.compressionUnavailable, "zlib has failed in the middle of a file")
      }
      if given > 0 { try give(UnsafeRawBufferPointer(rebasing: output[..<given])) }
      rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
      if isLast ? result == 1 : rest.isEmpty && given < output.count { return }
    }
  }
}
