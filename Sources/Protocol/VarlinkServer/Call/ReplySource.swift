import Varlink

/// Replies that are encoded when they can be sent.
final class ReplySource {
  private var produce: () throws(EncodingFailure) -> [UInt8]?

  /// Encodes each item as a continuing reply, and then `last` as the final one.
  init<Items: Sequence>(items: Items, last: some Encodable) where Items.Element: Encodable {
    var iterator = items.makeIterator()
    var isFinished = false
    produce = { () throws(EncodingFailure) in
      if isFinished { return nil }
      if let item = iterator.next() { return try OutgoingFrame.reply(item, continues: true) }
      isFinished = true
      return try OutgoingFrame.reply(last)
    }
  }

  /// Returns the next message; `nil` after the last.
  func nextFrame() throws(EncodingFailure) -> [UInt8]? { try produce() }
}
