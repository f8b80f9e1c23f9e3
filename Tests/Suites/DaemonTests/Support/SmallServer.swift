import Foundation
import Glibc
import Synchronization

/// An HTTP server for a test, on loopback: it closes a connection after one request.
final class SmallServer: Sendable {
  struct Request: Sendable {
    var method: String
    var path: String
    /// The headers, by lower-case names. The values of a repeated header are joined by commas.
    var headers: [String: String]
    var body: [UInt8]
    /// The number of earlier requests with this method and path.
    var number: Int
  }

  let port: UInt16
  private let listener: Int32
  private let seen = Mutex<[Request]>([])

  /// - Parameter answer: Returns all bytes of the answer to a request. Truncated answers are sent as they are.
  init(_ answer: @escaping @Sendable (Request) -> [UInt8]) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        _ = bind(descriptor, $0, length)
        _ = listen(descriptor, 16)
        _ = getsockname(descriptor, $0, &length)
      }
      return UInt16(bigEndian: pointer.pointee.sin_port)
    }
    Thread { [self] in
      while true {
        let connection = accept(descriptor, nil, nil)
        if connection < 0 { return }
        serve(connection, answer)
      }
    }.start()
  }

  var url: String { "http://127.0.0.1:\(port)" }

  var requests: [Request] { seen.withLock { $0 } }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// An answer with a body.
  static func answer(_ status: Int, _ headers: [String] = [], _ body: [UInt8] = []) -> [UInt8] {
    let lines =
      ["HTTP/1.1 \(status) X"] + headers + [
        "Content-Length: \(body.count)", "Connection: close", "", "",
      ]
    return Array(lines.joined(separator: "\r\n").utf8) + body
  }

  private func serve(_ connection: Int32, _ answer: (Request) -> [UInt8]) {
    defer { close(connection) }
    guard let request = read(connection) else { return }
    seen.withLock { $0.append(request) }
    var rest = answer(request)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
    shutdown(connection, Int32(SHUT_WR))
  }

  private func read(_ connection: Int32) -> Request? {
    var bytes: [UInt8] = []
    let end = Array("\r\n\r\n".utf8)
    func more() -> Bool {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = recv(connection, &buffer, buffer.count, 0)
      if count > 0 { bytes += buffer[..<count] }
      return count > 0
    }
    var head = bytes.firstRange(of: end)
    while head == nil {
      guard more() else { return nil }
      head = bytes.firstRange(of: end)
    }
    guard let head else { return nil }
    let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    let words = lines[0].split(separator: " ").map(String.init)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      let value = parts.count > 1 ? String(parts[1].dropFirst()) : ""
      let earlier = headers[parts[0].lowercased()]
      headers[parts[0].lowercased()] = earlier.map { "\($0), \(value)" } ?? value
    }
    if headers["expect"] != nil {
      let go = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
      _ = send(connection, go, go.count, Int32(MSG_NOSIGNAL))
    }
    let length = Int(headers["content-length"] ?? "0") ?? 0
    while bytes.count - head.upperBound < length { guard more() else { return nil } }
    let (method, path) = (words[0], words[1])
    return Request(
      method: method, path: path, headers: headers,
      body: Array(bytes[head.upperBound...].prefix(length)),
      number: requests.count { $0.method == method && $0.path == path })
  }
}
