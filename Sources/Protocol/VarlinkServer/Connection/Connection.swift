import Varlink

/// One client. Takes its calls one at a time, in order; while one is in flight, or its replies are not read, nothing more is read
/// from the socket. Confined to the event loop.
final class Connection {
  /// How much of a stream of replies is made ahead of the client.
  static let streamAheadBytes = 65_536

  enum State {
    case idle
    /// For other calls to be answered first.
    case waiting
    /// A handler has the call. Weakly: a call that its handlers let go of says so itself.
    case inFlight(WeakCall)
    /// Replies are made from a sequence.
    case streaming(ReplySource, method: String)
    /// Nothing more is done; the last replies may still be on their way.
    case closing
  }

  struct WeakCall { weak var call: ServerCall? }

  let peer: Peer
  let core: ServerCore
  let unread: UnreadBytes
  var state = State.idle {
    didSet { if case .idle = state { idleSince = core.nextIdleMoment() } }
  }
  /// The moment at which the last call was over, by the core's count.
  private(set) var idleSince: Int
  var inbox: FrameBuffer
  /// `nil` once the descriptor is closed.
  var channel: Channel?
  /// The client sends no more.
  var isInputClosed = false
  /// The call has sent the first of several replies.
  var hasContinued = false
  var holdsSlot = false
  /// Calls that are answered at once end while `advance` runs: it then goes on by itself.
  var isAdvancing = false

  init(peer: Peer, core: ServerCore, channel: Channel) {
    self.peer = peer
    self.channel = channel
    self.core = core
    idleSince = core.nextIdleMoment()
    unread = UnreadBytes(maximum: core.limits.unreadReplyBytes)
    inbox = FrameBuffer(maximumFrameBytes: core.limits.frameBytes)
  }
}

extension Connection {
  /// Whether no call is in flight, and none has begun to come.
  var isIdle: Bool {
    if case .idle = state { inbox.isEmpty } else { false }
  }
}

// MARK: - The channel's events

extension Connection {
  func take(_ bytes: UnsafeRawBufferPointer) {
    if case .closing = state { return }
    inbox.append(bytes)
  }

  /// All is taken that there was.
  func finishReading() { advance() }

  func endInput() {
    isInputClosed = true
    advance()
  }

  /// The descriptor is closed. What a handler still works on, and oneway calls that came whole, are carried out; see `advance`.
  func loseChannel() {
    channel = nil
    isInputClosed = true
    switch state {
    case .inFlight(let weak): weak.call?.abandon()
    case .streaming: finishCall()
    case .idle: advance()
    case .waiting: break
    case .closing: leave()
    }
  }
}
