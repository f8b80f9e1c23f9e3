import Control
import Foundation
import Varlink

/// The connection for calls to the daemon, which any thread can make, one at a time.
final class CallConnection: @unchecked Sendable {
  private let socket: String
  private let timeout: Duration
  private let lock = NSLock()
  private var client: Client?

  init(to socket: String, timeout: Duration) {
    (self.socket, self.timeout) = (socket, timeout)
  }

  /// Makes a call, over a new connection if the current one is closed, also by the daemon.
  func reply<Method: ControlMethod>(to method: Method) throws(ClientError) -> Method.Reply {
    lock.lock()
    defer { lock.unlock() }
    return try connected().call(Method.fullName, method, as: Method.Reply.self)
  }

  /// Makes a call, and passes each of its replies to `body`.
  func receiveReplies<Method: ControlMethod>(
    to method: Method, _ body: (Method.Reply) -> Void
  ) throws(ClientError) {
    lock.lock()
    defer { lock.unlock() }
    try connected().more(Method.fullName, method, as: Method.Reply.self) { reply in
      body(reply)
      return .goOn
    }
  }

  /// Returns the client of the open connection, or connects again. The daemon closes idle connections if too many are
  /// open; the call was not sent then, so that another connection can be used. The caller holds the lock.
  private func connected() throws(ClientError) -> Client {
    if let client, client.isReusable { return client }
    let made = try Client(connectingTo: socket, timeout: timeout)
    client = made
    return made
  }

  /// Closes the connection. The next call connects again.
  func close() { lock.withLock { client = nil } }
}
