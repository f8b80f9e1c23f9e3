/// Checks the parts of a request, so that no part can be mistaken for another.
package enum TransferCheck {
  private static let longestURL = 8192
  private static let longestHeader = 65_536

  /// Throws if a URL has another scheme than http and https, has no host, is longer than 8192 bytes, or contains a
  /// character that must be escaped.
  package static func url(_ url: String) throws(TransferError) {
    let lower = url.prefix(8).lowercased()
    let isKnown = lower.hasPrefix("https://") || lower.hasPrefix("http://")
    let parts = url.utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: false)
    let afterSlashes = parts.last.map { Substring($0) } ?? ""
    // The host is the text before the first of these characters, and must not be empty.
    let hasHost = afterSlashes.first.map { !"/?#".contains($0) } ?? false
    let isEscaped = url.utf8.allSatisfy { byte in
      let isPrintableASCII = byte > UInt8(ascii: " ") && byte < 0x7f
      return isPrintableASCII && !unsafe.contains(byte)
    }
    guard isKnown, hasHost, url.utf8.count <= longestURL, isEscaped else {
      throw .notAllowed(
        field: "url", value: String(url.prefix(200)),
        allowed:
          "an http or https URL with a host, of at most \(longestURL) bytes, with other than plain"
          + " characters written as %20")
    }
  }

  /// The characters that must be escaped in a URL.
  private static let unsafe = Array("\"<>\\^`{|}".utf8)

  /// Throws if a method is not a token of at most 32 bytes, such as PUT.
  package static func method(_ method: String) throws(TransferError) {
    guard !method.isEmpty, method.utf8.count <= 32, method.utf8.allSatisfy(isOfToken) else {
      throw .notAllowed(field: "method", value: method, allowed: "a word such as PUT or POST")
    }
  }

  /// Parses a header line such as `Authorization: Bearer ...`. Throws if it has no colon or the header is not
  /// allowed.
  package static func header(parsing line: String) throws(TransferError) -> TransferOrder.Header {
    // Bytes, since a colon before a mark such as U+0301 is not equal to one as a `Character`.
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      throw .notAllowed(field: "header", value: line.prefixForMessage, allowed: "Name: value")
    }
    let value = line[line.utf8.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    let header = TransferOrder.Header(String(line[..<colon]), String(value))
    try check(header)
    return header
  }

  /// The headers that the transfer sets itself.
  private static let reserved = [
    "content-length", "transfer-encoding", "connection", "host", "range", "if-range",
    "content-range", "expect", "upgrade", "te", "trailer", "upload-offset", "upload-complete",
    "upload-length", "upload-draft-interop-version",
  ]

  /// Throws if the header is invalid, or set by the transfer itself. The message omits the value, which may be
  /// secret.
  package static func check(_ header: TransferOrder.Header) throws(TransferError) {
    let name = header.name
    guard !name.isEmpty, name.utf8.count <= 256, name.utf8.allSatisfy(isOfToken) else {
      throw .notAllowed(
        field: "header", value: name.prefixForMessage, allowed: "a name of letters, digits and -")
    }
    guard !reserved.contains(name.lowercased()) else {
      throw .notAllowed(
        field: "header", value: name, allowed: "other headers: the transfer sets this one itself")
    }
    let isOneLine = header.value.utf8.allSatisfy { byte in
      let isControl = byte < UInt8(ascii: " ") || byte == 0x7f
      return byte == UInt8(ascii: "\t") || !isControl
    }
    guard isOneLine, header.value.utf8.count <= longestHeader else {
      throw .notAllowed(
        field: "header", value: name,
        allowed: "a value of one line, of at most \(longestHeader) bytes")
    }
  }

  /// Whether a byte can be part of a token (RFC 9110, section 5.6.2).
  private static func isOfToken(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: Array("!#$%&'*+-.^_`|~".utf8).contains(byte)
    }
  }
}

extension String {
  fileprivate var prefixForMessage: String { String(prefix(40)) }
}
