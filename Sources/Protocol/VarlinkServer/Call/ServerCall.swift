import Synchronization
import Varlink

/// A call that a handler must answer, from any thread and at any time.
///
/// A call takes one final answer (`reply`, `fail` or `replyAll`); later answers are ignored. Answers are encoded on the
/// calling thread and sent by the event loop. The answers to a `oneway` call are dropped, so handlers can ignore the
/// mode. A call that is released without an answer closes its connection, since the client would wait for ever. A
/// `oneway` call may be released without one.
package final class ServerCall: Sendable {
  /// The fully qualified name.
  package let method: String
  package let mode: CallMode
  package let peer: Peer

  private let link: ConnectionLink
  private let state = Mutex(State.open(onDisconnect: []))

  private enum State {
    case open(onDisconnect: [@Sendable () -> Void])
    /// The client has disconnected, and the handler has not answered.
    case abandoned
    case answered
  }

  init(_ call: IncomingCall, link: ConnectionLink, peer: Peer) {
    method = call.method
    mode = call.mode
    self.link = link
    self.peer = peer
  }

  deinit {
    if case .answered = state.withLock({ $0 }) { return }
    // The handler has dropped the call without a final answer.
    link.enqueue(mode == .oneway ? .finished : .unanswered(method: method))
  }

  /// Whether the client accepts several replies.
  package var acceptsSeveralReplies: Bool { mode == .more }

  /// Whether the client has disconnected.
  package var isAbandoned: Bool {
    if case .abandoned = state.withLock({ $0 }) { true } else { false }
  }

  /// Answers the call.
  package func reply(_ parameters: some Encodable) {
    answer(final: true) { () throws(EncodingFailure) in try OutgoingFrame.reply(parameters) }
  }

  /// Answers the call.
  package func reply(_ parameters: some DirectlyEncodable) {
    answer(final: true) { () throws(EncodingFailure) in try OutgoingFrame.reply(parameters) }
  }

  /// Answers the call without parameters.
  package func reply() { reply(NoParameters()) }

  /// Sends one of several replies; a final one must follow. It is allowed only for `more` calls, by the protocol.
  package func replyContinuing(_ parameters: some Encodable) {
    if closeIfSingle() { return }
    answer(final: false) { () throws(EncodingFailure) in
      try OutgoingFrame.reply(parameters, continues: true)
    }
  }

  /// Sends one of several replies, which was encoded before; a final one must follow.
  package func replyContinuing(_ reply: EncodedReply) {
    if closeIfSingle() { return }
    answer(final: false) { reply.frame }
  }

  /// Whether the client has many unread bytes.
  package var isBehind: Bool { link.unreadBytes.exceedsUsual }

  /// Calls `body` on any thread when the kernel has taken all bytes of the replies.
  package func whenRead(_ body: @escaping @Sendable () -> Void) { link.unreadBytes.whenEmpty(body) }

  /// Sends each item as a continuing reply and then `last` as the final one.
  ///
  /// The event loop encodes the items as fast as the client reads, so that their number is unlimited.
  package func replyAll<Items: Sequence & Sendable>(
    _ items: Items, last: some Encodable & Sendable = NoParameters()
  ) where Items.Element: Encodable {
    if closeIfSingle() { return }
    // A oneway call ends without replies.
    enqueue(
      mode == .oneway
        ? .finished : .stream(method: method) { ReplySource(items: items, last: last) },
      final: true)
  }

  /// Answers with an error of an interface. - Parameter error: The fully qualified name.
  package func fail(_ error: String, _ parameters: some Encodable = NoParameters()) {
    answer(final: true, error: error) { () throws(EncodingFailure) in
      try OutgoingFrame.error(error, parameters)
    }
  }

  /// Answers with an error of `org.varlink.service`.
  package func fail(_ error: StandardError) { fail(error.name, error.parameters) }

  /// Calls `body` once, on the event loop, if the client disconnects before the call is answered, or immediately if it
  /// has disconnected already.
  package func onDisconnect(_ body: @escaping @Sendable () -> Void) {
    let hasDisconnected = state.withLock { state in
      switch state {
      case .open(let bodies): state = .open(onDisconnect: bodies + [body])
      case .abandoned: return true
      case .answered: break
      }
      return false
    }
    if hasDisconnected { link.execute(body) }
  }

  /// Marks a call that has no final answer as abandoned, and calls the bodies of `onDisconnect`. Called when the client
  /// has disconnected.
  func abandon() {
    let bodies = state.withLock { state -> [@Sendable () -> Void] in
      guard case .open(let bodies) = state else { return [] }
      state = .abandoned
      return bodies
    }
    for body in bodies { body() }
  }
}

extension ServerCall {
  /// Ends a call that accepts only one reply as unanswered, which closes its connection. Returns whether it has done
  /// so. Called for each of several replies, which are a mistake of the handler in such a call.
  private func closeIfSingle() -> Bool {
    guard mode == .single else { return false }
    enqueue(.unanswered(method: method), final: true)
    return true
  }

  /// Encodes a reply on the calling thread and passes it to the event loop. A reply to a oneway call is dropped without
  /// encoding. A reply that cannot be encoded closes the connection. After a final reply, later ones are ignored.
  ///
  /// - Parameter error: The full name of the error; `nil` if the call succeeded.
  private func answer(
    final: Bool, error: String? = nil, _ encode: () throws(EncodingFailure) -> [UInt8]
  ) {
    if mode == .oneway {
      if final { enqueue(.finished, final: true) }
      return
    }
    do {
      enqueue(.reply(try encode(), final: final, error: error), final: final)
    } catch {
      enqueue(.notEncodable(method: method, error), final: true)
    }
  }

  /// Passes a delivery to the event loop, unless the final answer has been given. Holds the lock meanwhile, so that no
  /// thread can add anything after the final answer.
  private func enqueue(_ delivery: Delivery, final: Bool) {
    let stateBefore = state.withLock { state in
      let stateBefore = state
      if case .answered = stateBefore { return stateBefore }
      if final { state = .answered }
      link.enqueue(delivery)
      return stateBefore
    }
    // The closures given to `onDisconnect` are released here, outside the lock.
    withExtendedLifetime(stateBefore) {}
  }
}
