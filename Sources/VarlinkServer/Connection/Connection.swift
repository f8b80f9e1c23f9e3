import NIOCore
import Varlink

/// One client. Takes its calls one at a time, in order; while one is in flight, or its replies are not read, nothing more is read
/// from the socket. Confined to the event loop.
final class Connection: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// How much of a stream of replies is made ahead of the client.
  private static let streamAheadBytes = 65_536

  private enum State {
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

  private struct WeakCall { weak var call: ServerCall? }

  let peer: Peer
  private let core: ServerCore
  private let unread: UnreadBytes
  private var state = State.idle
  private var inbox: FrameBuffer
  private var context: ChannelHandlerContext?
  /// The client sends no more.
  private var isInputClosed = false
  /// The call has sent the first of several replies.
  private var hasContinued = false
  private var holdsSlot = false
  /// Calls that are answered at once end while `advance` runs: it then goes on by itself.
  private var isAdvancing = false

  init(peer: Peer, core: ServerCore) {
    self.peer = peer
    self.core = core
    unread = UnreadBytes(maximum: core.limits.unreadReplyBytes)
    inbox = FrameBuffer(maximumFrameBytes: core.limits.frameBytes)
  }
}

// MARK: - The channel's events

extension Connection {
  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func channelActive(context: ChannelHandlerContext) { advance() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if case .closing = state { return }
    unwrapInboundIn(data).withUnsafeReadableBytes { inbox.append($0) }
  }

  func channelReadComplete(context: ChannelHandlerContext) { advance() }

  func channelWritabilityChanged(context: ChannelHandlerContext) { advance() }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case .some(.inputClosed) = event as? ChannelEvent else { return }
    isInputClosed = true
    advance()
  }

  /// The descriptor is closed. What a handler still works on, and oneway calls that came whole, are carried out; see `advance`.
  func channelInactive(context: ChannelHandlerContext) {
    self.context = nil
    isInputClosed = true
    switch state {
    case .inFlight(let weak): weak.call?.abandon()
    case .streaming: finishCall()
    case .idle: advance()
    case .waiting: break
    case .closing: leave()
    }
  }

  /// Also the end of a channel that never became active.
  func handlerRemoved(context: ChannelHandlerContext) {
    if self.context != nil { channelInactive(context: context) }
  }

  /// A lost connection says so by becoming inactive as well.
  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

// MARK: - Calls

extension Connection {
  /// Takes up the next call if nothing is in its way.
  private func advance() {
    guard !isAdvancing else { return }
    isAdvancing = true
    defer { isAdvancing = false }
    while case .idle = state {
      if let context, !context.channel.isWritable { return }
      do {
        guard let frame = try inbox.next() else { return wait() }
        take(try IncomingCall(frame))
      } catch {
        core.note(.protocolViolation(peer, error))
        close()
      }
    }
  }

  private func wait() {
    if isInputClosed { close() } else { context?.read() }
  }

  private func take(_ call: IncomingCall) {
    state = .waiting
    core.whenSlotIsFree { self.start(call) }
  }

  private func start(_ call: IncomingCall) {
    holdsSlot = true
    guard case .waiting = state else { return releaseSlot() }
    // Nobody is left to read a reply. Those who ask for none may well leave at once.
    if context == nil, call.mode != .oneway { return finishCall() }
    do {
      try hand(call, to: core.service.prepare(call))
    } catch {
      refuse(call, error)
    }
  }

  private func hand(_ call: IncomingCall, to invocation: Service.Invocation) {
    let link = ConnectionLink(
      connection: NIOLoopBound(self, eventLoop: core.eventLoop), queue: core.queue, unread: unread)
    let serverCall = ServerCall(call, link: link, peer: peer)
    state = .inFlight(WeakCall(call: serverCall))
    if context == nil { serverCall.abandon() }
    invocation(serverCall)
  }

  private func refuse(_ call: IncomingCall, _ error: StandardError) {
    if call.mode != .oneway, let frame = try? OutgoingFrame.error(error.name, error.parameters) {
      write(frame, promise: nil)
      flush()
    }
    finishCall()
  }

  /// The call in flight is over.
  private func finishCall() {
    releaseSlot()
    hasContinued = false
    if case .closing = state { return }
    state = .idle
    if core.isDraining { close() } else { advance() }
  }

  private func releaseSlot() {
    guard holdsSlot else { return }
    holdsSlot = false
    core.releaseSlot()
  }
}

// MARK: - Replies

extension Connection {
  /// Takes what a handler has for the call in flight. What it writes is sent by the next `flush`.
  func deliver(_ delivery: Delivery) {
    switch delivery {
    case .reply(let frame, let final): deliver(frame, final: final)
    case .finished: finishCall()
    case .stream(let method, let makeSource): stream(makeSource(), method: method)
    case .unanswered where context == nil: finishCall()
    case .unanswered(let method): abort(.unanswered(method: method))
    case .notEncodable(let method, let failure):
      abort(.notEncodable(method: method, failure))
    case .overflow: abort(.slowReader(peer))
    }
  }

  func flush() { context?.flush() }

  private func deliver(_ frame: [UInt8], final: Bool) {
    if let context, isServing {
      let written = context.eventLoop.makePromise(of: Void.self)
      written.futureResult.whenComplete { [unread] _ in unread.remove(frame.count) }
      write(frame, promise: written)
    } else {
      unread.remove(frame.count)
    }
    if final { finishCall() } else { noteContinuing() }
  }

  private var isServing: Bool {
    if case .closing = state { false } else { true }
  }

  private func noteContinuing() {
    hasContinued = true
    releaseSlot()
  }

  private func write(_ frame: [UInt8], promise: EventLoopPromise<Void>?) {
    guard let context else {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    context.write(wrapOutboundOut(context.channel.allocator.buffer(bytes: frame)), promise: promise)
  }

  private func stream(_ source: ReplySource, method: String) {
    guard context != nil else { return finishCall() }
    guard case .inFlight = state else { return }
    noteContinuing()
    state = .streaming(source, method: method)
    streamMore()
  }

  /// Writes as much as may be made ahead, and goes on when the kernel has taken it.
  private func streamMore() {
    guard case .streaming(let source, let method) = state, let context else { return }
    var written = 0
    while written < Self.streamAheadBytes {
      do {
        guard let frame = try source.next() else {
          flush()
          return finishCall()
        }
        write(frame, promise: nil)
        written += frame.count
      } catch {
        return abort(.notEncodable(method: method, error))
      }
    }
    // Through the loop's queue, not at once: other connections have their turn in between.
    let taken = context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated()
    taken.whenSuccess { self.core.afterOthers { self.streamMore() } }
  }
}

// MARK: - The end

extension Connection {
  /// Closes when all that was written has been taken by the kernel.
  private func close() {
    guard isServing else { return }
    abandonCall()
    state = .closing
    guard let context else { return leave() }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer())).assumeIsolated().whenComplete { _ in
      context.close(promise: nil)
    }
  }

  /// Closes at once; what the client has not read is lost.
  func closeAtOnce() {
    abandonCall()
    state = .closing
    if let context { context.close(promise: nil) } else { leave() }
  }

  /// The server is to end: no further call is taken, and a stream without end is ended.
  func drain() {
    switch state {
    case .idle, .waiting: close()
    case .inFlight where hasContinued: close()
    case .inFlight, .streaming, .closing: break
    }
  }

  /// There can be no answer to the call, so the connection cannot go on.
  private func abort(_ event: ServerEvent) {
    guard isServing else { return }
    core.note(event)
    closeAtOnce()
  }

  private func abandonCall() {
    releaseSlot()
    if case .inFlight(let weak) = state { weak.call?.abandon() }
  }

  /// Nothing of it is left to do.
  private func leave() {
    releaseSlot()
    core.remove(self)
  }
}
