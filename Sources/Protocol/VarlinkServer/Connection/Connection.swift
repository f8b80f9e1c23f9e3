import Varlink

/// The connection of one client. It takes its calls one at a time, in order. While a call is in flight or its replies
/// are not read, nothing more is read from the socket. It is confined to the event loop.
final class Connection {
  /// The bytes of a stream of replies that are made ahead of the client.
  static let streamAheadBytes = 65_536

  enum State {
    case idle
    /// A call waits for one of the slots of the server.
    case waiting
    /// A handler has the call. The reference is weak: a released call reports its own release.
    case inFlight(WeakCall)
    /// Replies are made from a sequence.
    case streaming(ReplySource, method: String)
    /// The connection does nothing more; the last replies may still be in transit.
    case closing
  }

  struct WeakCall { weak var call: ServerCall? }

  let peer: Peer
  let core: ServerCore
  let unreadBytes: UnreadBytes
  var state = State.idle {
    didSet { if case .idle = state { idleSince = core.countIdleMoment() } }
  }
  /// The moment at which the last call ended, by the core's count.
  private(set) var idleSince: Int
  var inbox: FrameBuffer
  /// The socket; `nil` if the descriptor is closed.
  var channel: Channel?
  /// Whether the client sends no more.
  var isInputClosed = false
  /// Whether the call has sent the first of several replies.
  var hasSentContinuingReply = false
  var holdsSlot = false
  /// Whether `handleReceivedCalls` is running. It continues automatically with calls that end while it runs.
  var isHandlingCalls = false

  init(peer: Peer, core: ServerCore, channel: Channel) {
    self.peer = peer
    self.channel = channel
    self.core = core
    idleSince = core.countIdleMoment()
    unreadBytes = UnreadBytes(maximum: core.limits.unreadReplyBytes)
    inbox = FrameBuffer(maximumFrameBytes: core.limits.frameBytes)
  }
}

extension Connection {
  /// Whether no call is in flight, the kernel has taken the last reply, and no byte of the next call has arrived. The
  /// server can close such a connection without a loss.
  var isIdle: Bool {
    if case .idle = state { inbox.isEmpty && channel?.hasUnsentBytes != true } else { false }
  }
}

// MARK: - The channel's events

extension Connection {
  /// Adds received bytes to the bytes of the next call, unless the connection is closing.
  func receive(_ bytes: UnsafeRawBufferPointer) {
    if case .closing = state { return }
    inbox.append(bytes)
  }

  /// Records that the client sends no more, and handles the calls that it has sent.
  func handleInputEnd() {
    isInputClosed = true
    handleReceivedCalls()
  }

  /// Abandons the call in flight, and ends a stream of replies. Called when the descriptor is closed. The work of a
  /// handler and complete oneway calls are still carried out; see `handleReceivedCalls`.
  func handleChannelEnd() {
    channel = nil
    isInputClosed = true
    switch state {
    case .inFlight(let weak): weak.call?.abandon()
    case .streaming: endCall()
    case .idle: handleReceivedCalls()
    case .waiting: break
    case .closing: removeFromServer()
    }
  }
}
