#if canImport(Glibc)
  import Glibc
#endif

/// A buffer of received bytes, cut into messages at the NUL bytes.
package struct FrameBuffer: Sendable {
  /// The largest buffer of an idle connection; consumed bytes beyond it are freed.
  private static let idleBytes = 16_384

  private var bytes: [UInt8] = []
  /// The start of the next message.
  private var start = 0
  /// The end of the part already searched for a NUL, so that a message in many pieces is searched once.
  private var searchedEnd = 0
  private let maximumFrameBytes: Int

  /// - Parameter maximumFrameBytes: The longest message, without its NUL.
  package init(maximumFrameBytes: Int) {
    self.maximumFrameBytes = maximumFrameBytes
  }

  /// Whether no bytes are left, not even a part of a message.
  package var isEmpty: Bool { start == bytes.count }

  /// Appends received bytes, which can contain several messages and parts of messages.
  package mutating func append(_ more: UnsafeRawBufferPointer) {
    // Removing consumed bytes moves the others, so it is done only from time to time.
    if start > Self.idleBytes { dropConsumed() }
    bytes.append(contentsOf: more)
  }

  /// Returns the next whole message without its NUL; `nil` if there is none yet.
  ///
  /// Throws `frameTooLong` as soon as the message cannot end within the limit.
  package mutating func nextFrame() throws(ProtocolViolation) -> [UInt8]? {
    let end = nextTerminator()
    // Without an end, the message has at least the bytes so far.
    guard (end ?? bytes.count) - start <= maximumFrameBytes else {
      throw .frameTooLong(limitBytes: maximumFrameBytes)
    }
    guard let end else {
      // The next search continues there.
      searchedEnd = bytes.count
      return nil
    }
    let frame = Array(bytes[start..<end])
    start = end + 1
    searchedEnd = start
    if isEmpty { dropConsumed() }
    return frame
  }

  /// Returns the position of the next NUL, searched from the end of the part that was searched before; `nil` if there
  /// is none.
  private func nextTerminator() -> Int? {
    bytes.withUnsafeBytes { all in
      let rest = UnsafeRawBufferPointer(rebasing: all[searchedEnd...])
      guard let base = rest.baseAddress, let found = memchr(base, 0, rest.count) else { return nil }
      return searchedEnd + (UnsafeRawPointer(found) - base)
    }
  }

  /// Removes the bytes of returned messages, and frees a buffer larger than `idleBytes` if it is empty.
  private mutating func dropConsumed() {
    if isEmpty {
      bytes.removeAll(keepingCapacity: bytes.capacity <= Self.idleBytes)
    } else {
      bytes.removeSubrange(..<start)
    }
    searchedEnd -= start
    start = 0
  }
}
