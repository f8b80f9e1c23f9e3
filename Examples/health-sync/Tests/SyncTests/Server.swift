import Foundation
import FoundationNetworking
import Synchronization

/// An HTTP server on this machine that keeps the bodies of POST requests. A full stop ends each sample.
final class Server: Sendable {
  private let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  private let bodies = Mutex<[String]>([])

  var posted: [String] { bodies.withLock { $0 } }

  init() {
    listen(socket, 10)
    Thread.detachNewThread { [self] in while true { answer(accept(socket, nil, nil)) } }
  }

  func post(_ body: String) async throws {
    var (address, size) = (sockaddr(), socklen_t(MemoryLayout<sockaddr>.size))
    getsockname(socket, &address, &size)
    let port = withUnsafeBytes(of: address) { $0.load(fromByteOffset: 2, as: UInt16.self) }
    var request = URLRequest(url: URL(string: "http://127.0.0.1:\(port.bigEndian)/")!)
    (request.httpMethod, request.httpBody) = ("POST", Data(body.utf8))
    _ = try await URLSession.shared.data(for: request)
  }

  private func answer(_ client: Int32) {
    var (text, buffer) = ("", [UInt8](repeating: 0, count: 4096))
    while !text.hasSuffix("."), case let count = recv(client, &buffer, 4096, 0), count > 0 {
      text += String(decoding: buffer[..<count], as: UTF8.self)
    }
    bodies.withLock { $0.append(text.components(separatedBy: "\r\n\r\n").last ?? "") }
    let answer = Array("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n".utf8)
    send(client, answer, answer.count, 0)
    close(client)
  }
}
