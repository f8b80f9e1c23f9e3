/// A head of a response as written by curl; those of redirections and interim responses precede the last.
package struct ResponseHead: Hashable, Sendable {
  package var status: Int
  package var headers: [TransferOrder.Header] = []

  /// Parses the status and the headers of each response in `bytes`, in order. The last may be incomplete if the
  /// connection was lost.
  package static func all(in bytes: [UInt8]) -> [ResponseHead] {
    var heads: [ResponseHead] = []
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let isEndedByReturn = line.last == UInt8(ascii: "\r")
      let text = String(decoding: isEndedByReturn ? line.dropLast() : line, as: UTF8.self)
      if let status = status(of: text) {
        heads.append(ResponseHead(status: status))
      } else if !heads.isEmpty, let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
        let value = text[text.utf8.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        heads[heads.count - 1].headers.append(
          TransferOrder.Header(String(text[..<colon]), String(value)))
      }
    }
    return heads
  }

  /// Returns the status of a line such as `HTTP/1.1 200 OK`; `nil` for another line.
  private static func status(of line: String) -> Int? {
    guard line.hasPrefix("HTTP/") else { return nil }
    let words = line.split(separator: " ")
    return words.count > 1 && words[1].count == 3 ? Int(words[1]) : nil
  }

  /// The value of the first header with this lower-case name; `nil` if there is none.
  package subscript(name: String) -> String? {
    headers.first { $0.name.lowercased() == name }?.value
  }

  /// The value that identifies the version of a download for certain: a strong ETag, or else a date of last change that
  /// is older than the response (RFC 9110, section 8.8.2.2); `nil` if there is none.
  package var validator: String? {
    if let tag = self["etag"] { return tag.hasPrefix("\"") ? tag : nil }
    guard let modified = self["last-modified"], let date = self["date"], modified != date else {
      return nil
    }
    return modified
  }

  /// Whether the response can be of the version that `validator` identifies; `true` if either is unknown, or if one
  /// is a tag and the other a date, which cannot be compared.
  package func isOfVersion(_ validator: String?) -> Bool {
    guard let expected = validator, let received = self.validator else { return true }
    // A tag begins with a quote, a date does not.
    let areComparable = received.hasPrefix("\"") == expected.hasPrefix("\"")
    return received == expected || !areComparable
  }

  /// The range of the body, from `Content-Range: bytes 0-3/12` (RFC 9110, section 14.4); `nil` if the head has none.
  package var contentRange: ContentRange? { self["content-range"].flatMap(ContentRange.init) }

  package struct ContentRange: Hashable, Sendable {
    package var first: Int64
    /// The end of the whole; if the server does not know it, the end of the part.
    package var end: Int64

    /// Parses a range such as `bytes 0-99/200`; `nil` if the text has another form. An unknown total (`*`) counts as
    /// the end of the range.
    init?(_ text: String) {
      let words = text.split(separator: " ")
      guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
      let parts = words[1].utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
      let numbers = parts.first?.split(separator: "-").map { Int64($0) }
      guard parts.count == 2, let numbers, numbers.count == 2, let first = numbers[0],
        let last = numbers[1]
      else { return nil }
      // Below the maximum, so that the end of the range can be computed.
      guard first >= 0, (first..<Int64.max).contains(last) else { return nil }
      let total = parts[1] == "*" ? last + 1 : Int64(parts[1])
      guard let total, last < total else { return nil }
      self.first = first
      end = total
    }
  }

  /// Whether a later try may get another response.
  package var isTransient: Bool { Self.isTransient(status) }

  /// Whether a later try may get another response than one with this status.
  package static func isTransient(_ status: Int) -> Bool {
    status == 408 || status == 429 || (500...599).contains(status)
  }
}
