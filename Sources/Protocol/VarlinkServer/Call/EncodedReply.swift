import Varlink

/// A reply of several, encoded once for all calls that receive it.
package struct EncodedReply: Sendable {
  package let frame: [UInt8]

  /// Encodes a reply; `nil` if `parameters` cannot be written as JSON.
  package init?(continuing parameters: some Encodable) {
    guard let frame = try? OutgoingFrame.reply(parameters, continues: true) else { return nil }
    self.frame = frame
  }
}
