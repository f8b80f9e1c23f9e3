#if canImport(Glibc)
  import Glibc
#endif

/// The head of an HTTP request, as far as an answer with metrics depends on it.
package struct HTTPRequest: Hashable, Sendable {
  /// The longest head, in bytes, with its empty line.
  package static let mostBytes = 8192

  var method: String
  /// The path without a query.
  var path: String
  /// The name of the server that the client has used, without a port; `nil` if it sent none.
  var host: String?
  /// Whether the client reads OpenMetrics.
  var acceptsOpenMetrics: Bool

  /// Parses a head, such as `GET /metrics HTTP/1.1` and a line for each field; `nil` if it is not one of HTTP/1.0 or
  /// 1.1. The empty line at its end may be missing.
  package init?(head: [UInt8]) {
    guard let text = String(validating: head, as: UTF8.self) else { return nil }
    // A carriage return and a line feed are one `Character`, so the second split finds only single line feeds.
    let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
      .flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false) }
    let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3 else { return nil }
    let (method, target, version) = (words[0], words[1], words[2])
    guard ["HTTP/1.0", "HTTP/1.1"].contains(version), !method.isEmpty, target.first == "/"
    else { return nil }
    self.method = String(method)
    path = String(target.prefix { $0 != "?" })
    acceptsOpenMetrics = false
    for line in lines.dropFirst() where !line.isEmpty {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      let fieldName = line[..<colon].lowercased()
      switch fieldName {
      case "host": host = Self.serverName(inHost: value)
      case "accept":
        acceptsOpenMetrics = value.lowercased().contains("application/openmetrics-text")
      default: break
      }
    }
  }

  /// Returns the name in a field such as `localhost:7822`, in lower case; an address of IPv6 without its brackets.
  private static func serverName(inHost field: Substring) -> String {
    let text = field.lowercased()
    if text.first == "[" { return String(text.dropFirst().prefix { $0 != "]" }) }
    return String(text.prefix { $0 != ":" && $0 != " " })
  }

  /// Whether the client has named the server by an address, as `localhost`, or by one of these `names`, or has sent no
  /// name. Other requests are refused: a page in a browser can make a name of its own lead to this machine, and read
  /// all answers under that name.
  func namesServer(as names: [String]) -> Bool {
    guard let host else { return true }
    var (ipv4, ipv6) = (in_addr(), in6_addr())
    return host == "localhost" || names.contains { $0.lowercased() == host }
      || inet_pton(AF_INET, host, &ipv4) == 1 || inet_pton(AF_INET6, host, &ipv6) == 1
  }

  /// Returns the index after the empty line at the end of a head; `nil` if these bytes do not contain it.
  package static func end(ofHeadIn bytes: [UInt8]) -> Int? {
    let newline = UInt8(ascii: "\n")
    var lineStart = 0
    for (index, byte) in bytes.enumerated() where byte == newline {
      let line = bytes[lineStart..<index]
      // The first line, which names the method, is not the end even if it is empty.
      if lineStart > 0, line.isEmpty || line.elementsEqual([UInt8(ascii: "\r")]) {
        return index + 1
      }
      lineStart = index + 1
    }
    return nil
  }
}
