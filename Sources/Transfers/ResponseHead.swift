/// The heads of answers as curl writes them while they come: those of redirections and interim answers before the last.
package struct ResponseHead: Hashable, Sendable {
  package var status: Int
  package var headers: [TransferOrder.Header] = []

  /// All heads of `text`. The last may be cut off, where the connection was.
  package static func all(in bytes: [UInt8]) -> [ResponseHead] {
    var heads: [ResponseHead] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line.last == 13 ? line.dropLast() : line, as: UTF8.self)
      if let status = status(of: text) {
        heads.append(ResponseHead(status: status))
      } else if !heads.isEmpty, let colon = text.firstIndex(of: ":") {
        let value = text[text.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        heads[heads.count - 1].headers.append(
          TransferOrder.Header(String(text[..<colon]), String(value)))
      }
    }
    return heads
  }

  /// Of `HTTP/1.1 200 OK`.
  private static func status(of line: String) -> Int? {
    guard line.hasPrefix("HTTP/") else { return nil }
    let words = line.split(separator: " ")
    return words.count > 1 && words[1].count == 3 ? Int(words[1]) : nil
  }

  /// The first of this name.
  package subscript(name: String) -> String? {
    headers.first { $0.name.lowercased() == name }?.value
  }

  /// What says for certain that the rest of a download is of the same version: a strong ETag, or else a date of its last
  /// change that is older than the answer (RFC 9110, section 8.8.2.2).
  package var validator: String? {
    if let tag = self["etag"] { return tag.hasPrefix("\"") ? tag : nil }
    guard let modified = self["last-modified"], let date = self["date"], modified != date else {
      return nil
    }
    return modified
  }

  /// Whether a try at another time may be answered otherwise.
  package var isTransient: Bool { status == 408 || status == 429 || (500...599).contains(status) }
}
