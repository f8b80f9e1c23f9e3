import Testing

@testable import Terminal

/// The head of an HTTP request, and its answer.
struct HTTPTests {
  private func request(_ head: String) -> HTTPRequest? { HTTPRequest(head: Array(head.utf8)) }

  private func answer(_ head: String, names: [String] = [], _ text: String? = "x 1\n") -> String {
    guard let request = request(head) else { return "no request" }
    let answer = HTTPAnswer(to: request, names: names) { format in
      text.map { format == .openMetrics ? "\($0)# EOF\n" : $0 }
    }
    return String(decoding: answer.bytes, as: UTF8.self)
  }

  @Test func aScrapeIsRead() throws {
    let scrape = try #require(
      request(
        "GET /metrics?x=1 HTTP/1.1\r\nHost: localhost:7822\r\n"
          + "Accept: application/openmetrics-text;version=1.0.0,text/plain;q=0.5\r\n\r\n"))
    #expect(scrape.method == "GET" && scrape.path == "/metrics" && scrape.host == "localhost")
    #expect(scrape.acceptsOpenMetrics)
  }

  @Test(arguments: [
    "", "\r\n", "GET /metrics\r\n\r\n", "GET /metrics HTTP/2.0\r\n\r\n", "GET  HTTP/1.1\r\n\r\n",
    "GET metrics HTTP/1.1\r\n\r\n", " /metrics HTTP/1.1\r\n\r\n",
    "GET /metrics HTTP/1.1\r\nno colon\r\n\r\n", "GET /a b HTTP/1.1\r\n\r\n",
  ])
  func malformedHeadsAreRefused(head: String) {
    #expect(request(head) == nil)
  }

  @Test func bytesThatAreNoTextAreRefused() {
    #expect(HTTPRequest(head: Array("GET /metrics HTTP/1.1\r\nA: ".utf8) + [0xff]) == nil)
  }

  @Test(arguments: [
    ("GET /metrics HTTP/1.1\r\n\r\n", 25), ("GET / HTTP/1.0\n\nbody", 16),
    ("GET / HTTP/1.0\r\nHost: a\r\n\r\nbody", 27),
  ])
  func aHeadEndsAtItsEmptyLine(text: String, end: Int) {
    #expect(HTTPRequest.end(ofHeadIn: Array(text.utf8)) == end)
    #expect(HTTPRequest.end(ofHeadIn: Array(text.utf8.prefix(end - 1))) == nil)
  }

  @Test func metricsAreSentInTheFormatThatTheClientAccepts() {
    let plain = answer("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:7822\r\n\r\n")
    #expect(plain.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4;"))
    #expect(plain.contains("\r\nContent-Length: 4\r\n") && plain.hasSuffix("\r\n\r\nx 1\n"))
    let open = answer("GET /metrics HTTP/1.1\r\nAccept: application/openmetrics-text\r\n\r\n")
    #expect(open.contains("application/openmetrics-text; version=1.0.0;"))
    #expect(open.hasSuffix("x 1\n# EOF\n"))
  }

  @Test func aHeadRequestGetsNoBody() {
    let head = answer("HEAD /metrics HTTP/1.1\r\n\r\n")
    #expect(head.contains("\r\nContent-Length: 4\r\n") && head.hasSuffix("\r\n\r\n"))
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\n\r\n", "404"), ("GET /metrics/ HTTP/1.1\r\n\r\n", "404"),
    ("POST /metrics HTTP/1.1\r\n\r\n", "405"), ("get /metrics HTTP/1.1\r\n\r\n", "405"),
    ("GET /metrics HTTP/1.1\r\nHost: page.example\r\n\r\n", "421"),
    ("GET /metrics HTTP/1.1\r\nHost: [::1]:7822\r\n\r\n", "200"),
    ("GET /metrics HTTP/1.1\r\nHOST:  LocalHost\r\n\r\n", "200"),
  ])
  func otherRequestsAreRefused(head: String, status: String) {
    #expect(answer(head).hasPrefix("HTTP/1.1 \(status) "))
  }

  @Test func aRefusalNamesTheAllowedMethods() {
    #expect(answer("DELETE /metrics HTTP/1.1\r\n\r\n").contains("\r\nAllow: GET, HEAD\r\n"))
  }

  @Test func aNameCanBeAllowed() {
    let head = "GET /metrics HTTP/1.1\r\nHost: Box.example:7822\r\n\r\n"
    #expect(answer(head, names: ["box.EXAMPLE"]).hasPrefix("HTTP/1.1 200 "))
    #expect(answer(head, names: ["other"]).hasPrefix("HTTP/1.1 421 "))
  }

  @Test func withoutADaemonTheAnswerIsNoMetrics() {
    #expect(answer("GET /metrics HTTP/1.1\r\n\r\n", nil).hasPrefix("HTTP/1.1 503 "))
  }
}
