import Varlink

/// One of several replies, encoded once for all calls that it is sent to.
package struct EncodedReply: Sendable {
  package let frame: [UInt8]

  /// Nil where `parameters` are nothing JSON can say.
  package init?(continuing parameters: some Encodable) {
    guard let frame = try? OutgoingFrame.reply(parameters, continues: true) else { return nil }
    self.frame = frame
  }
}
