/// The answer of `metrics --answer-http` to an HTTP request, after which the connection ends.
package struct HTTPAnswer: Hashable, Sendable {
  package enum Status: String, Sendable {
    case ok = "200 OK"
    case badRequest = "400 Bad Request"
    case notFound = "404 Not Found"
    case notAllowed = "405 Method Not Allowed"
    case timeout = "408 Request Timeout"
    case misdirected = "421 Misdirected Request"
    case tooLong = "431 Request Header Fields Too Large"
    case unavailable = "503 Service Unavailable"
  }

  var status: Status
  var mediaType = "text/plain; charset=utf-8"
  var body: String
  /// Whether the body is left out, as a HEAD request asks.
  var hasNoBody = false

  /// An answer that is not metrics, with its reason for people.
  package init(_ status: Status, _ reason: String) {
    self.status = status
    body = reason + "\n"
  }

  /// Makes the answer to a request; `metrics` returns the text of the body, or `nil` if the daemon does not answer.
  ///
  /// - Parameter names: Names of this server in addition to `localhost` and addresses.
  package init(
    to request: HTTPRequest, names: [String], metrics: (Exposition) -> String?
  ) {
    self = Self.answer(to: request, names: names, metrics: metrics)
    hasNoBody = request.method == "HEAD"
  }

  /// Returns the metrics, or the refusal of a request for another server, another path or with another method. The
  /// daemon is called, by `metrics`, only for a request that is accepted.
  private static func answer(
    to request: HTTPRequest, names: [String], metrics: (Exposition) -> String?
  ) -> Self {
    guard request.namesServer(as: names) else {
      return Self(.misdirected, "use an address, localhost, or a name of --allow-host")
    }
    guard request.path == "/metrics" else { return Self(.notFound, "the metrics are at /metrics") }
    guard ["GET", "HEAD"].contains(request.method) else {
      return Self(.notAllowed, "use GET or HEAD")
    }
    let format: Exposition = request.acceptsOpenMetrics ? .openMetrics : .prometheus
    guard let body = metrics(format) else {
      // The error names files and commands of the machine, so a client gets only the place of its message.
      return Self(
        .unavailable, "rubatod does not answer; see: journalctl --unit 'rubato-metrics@*'")
    }
    var answer = Self(.ok, "")
    answer.body = body
    answer.mediaType = format.mediaType
    return answer
  }

  /// The bytes of the answer.
  package var bytes: [UInt8] {
    var lines = [
      "HTTP/1.1 \(status.rawValue)", "Content-Type: \(mediaType)",
      "Content-Length: \(body.utf8.count)", "Cache-Control: no-store",
      "X-Content-Type-Options: nosniff", "Connection: close",
    ]
    if status == .notAllowed { lines.append("Allow: GET, HEAD") }
    let head = lines.map { $0 + "\r\n" }.joined() + "\r\n"
    return Array(head.utf8) + (hasNoBody ? [] : Array(body.utf8))
  }
}
