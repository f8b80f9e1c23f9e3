import NIOCore
import Varlink

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

  var isServing: Bool {
    if case .closing = state { false } else { true }
  }

  private func noteContinuing() {
    hasContinued = true
    releaseSlot()
  }

  func write(_ frame: [UInt8], promise: EventLoopPromise<Void>?) {
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
