import Control
import Foundation
import Varlink

/// The connection for calls to the daemon, which any thread can make, one at a time. After a call without a reply, the
/// next calls fail immediately until the daemon answers again, so that callers wait for one time-out only.
final class CallConnection: @unchecked Sendable {
  private let socket: String
  private let timeout: Duration
  private let lock = NSLock()
  private var client: Client?
  /// Whether a call has timed out, and the daemon has answered no call since then.
  private var isHung = false

  init(to socket: String, timeout: Duration) {
    (self.socket, self.timeout) = (socket, timeout)
  }

  /// Makes a call, over a new connection if the current one is closed, also by the daemon.
  func reply<Method: ControlMethod>(to method: Method) throws(ClientError) -> Method.Reply {
    try withClient { (client) throws(ClientError) in
      try client.call(Method.fullName, method, as: Method.Reply.self)
    }
  }

  /// Makes a call, and passes each of its replies to `body`.
  func receiveReplies<Method: ControlMethod>(
    to method: Method, _ body: (Method.Reply) -> Void
  ) throws(ClientError) {
    try withClient { (client) throws(ClientError) in
      try client.more(Method.fullName, method, as: Method.Reply.self) { reply in
        body(reply)
        return .goOn
      }
    }
  }

  /// Returns the result of `body`, which makes a call. Throws immediately if the daemon does not answer now.
  private func withClient<Result>(
    _ body: (Client) throws(ClientError) -> Result
  ) throws(ClientError) -> Result {
    lock.lock()
    defer { lock.unlock() }
    if isHung { throw .timedOut(timeout) }
    do throws(ClientError) {
      return try body(connected())
    } catch {
      if case .timedOut = error { awaitAnswer() }
      throw error
    }
  }

  /// Marks the daemon as hung until it answers a call that has no time-out, or closes the connection of that call.
  private func awaitAnswer() {
    isHung = true
    Thread.detachNewThread { [self] in
      _ = try? Client(connectingTo: socket).info()
      lock.withLock { isHung = false }
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
  func close() { lock.withLock { (client, isHung) = (nil, false) } }
}
