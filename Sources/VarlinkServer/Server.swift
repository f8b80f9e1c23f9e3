import CLinux
import NIOCore
import NIOPosix
import Varlink

#if canImport(Glibc)
  import Glibc
#endif

/// A Varlink server on Unix sockets.
///
/// All connections live on one event loop. The caller owns the loop and ends it after `shutDown` has completed.
package final class Server: Sendable {
  private let eventLoop: any EventLoop
  private let core: NIOLoopBoundBox<ServerCore>

  /// - Parameter observer: Called on the event loop with what the log should know.
  package init(
    _ service: Service, limits: Limits = Limits(), on eventLoop: any EventLoop,
    observer: @escaping @Sendable (ServerEvent) -> Void = { _ in }
  ) {
    self.eventLoop = eventLoop
    core = .makeBoxSendingValue(
      ServerCore(
        service: service, limits: limits, eventLoop: eventLoop,
        queue: DeliveryQueue(eventLoop: eventLoop), observer: observer),
      eventLoop: eventLoop)
  }

  /// Listens on a new socket in the file system, which is removed at the end.
  ///
  /// - Parameter mode: The socket's permission bits. Nobody can connect before they are set.
  /// - Returns: When connections are accepted.
  package func listen(
    at address: UnixAddress, mode: mode_t
  ) throws(ListenError) -> EventLoopFuture<Void> {
    let (fd, file) = try SocketFile.listen(at: address, mode: mode)
    return accept(on: fd, file: file)
  }

  /// Accepts on a Unix socket that listens already, such as one from a service manager. Takes over the descriptor, which is closed
  /// at the end; the socket itself is neither removed nor shut down, so its other holders can go on.
  package func adopt(listener fd: CInt) throws(ListenError) -> EventLoopFuture<Void> {
    guard Self.option(SO_DOMAIN, of: fd) == AF_UNIX, Self.option(SO_ACCEPTCONN, of: fd) == 1 else {
      throw .notListening(fd: fd)
    }
    return accept(on: fd, file: nil)
  }

  /// Serves a Unix socket that is connected already. Takes over the descriptor.
  package func adopt(connection fd: CInt) -> EventLoopFuture<Void> {
    ClientBootstrap(group: eventLoop)
      .channelOption(.autoRead, value: false)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .channelInitializer(admit)
      .withConnectedSocket(fd)
      .map { _ in }
  }

  /// Accepts no more connections, lets calls in flight be answered, and closes each connection after that. Streams without an end
  /// are ended. What is left after `limit` is closed as it is.
  package func shutDown(within limit: TimeAmount) -> EventLoopFuture<Void> {
    eventLoop.flatSubmit { [core] in core.value.drain(within: limit) }
  }
}

extension Server {
  private func accept(on fd: CInt, file: SocketFile?) -> EventLoopFuture<Void> {
    ServerBootstrap(group: eventLoop)
      .serverChannelInitializer { [core] channel in
        // NIO has just set the backlog to 128; a service manager's, or our own, is larger.
        _ = Glibc.listen(fd, SocketFile.backlog)
        return channel.eventLoop.makeCompletedFuture {
          try channel.pipeline.syncOperations.addHandler(AcceptPause(core: core.value))
        }
      }
      .childChannelOption(.autoRead, value: false)
      .childChannelOption(.allowRemoteHalfClosure, value: true)
      .childChannelInitializer(admit)
      .withBoundSocket(fd)
      .map { [core] in core.value.add(.init(channel: $0, file: file)) }
  }

  private func admit(_ channel: any Channel) -> EventLoopFuture<Void> {
    channel.eventLoop.makeCompletedFuture { try core.value.admit(channel) }
  }

  private static func option(_ name: CInt, of fd: CInt) -> CInt? {
    var value: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    return getsockopt(fd, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }
}

/// Tells the log when accepting fails, as for want of descriptors, and accepts nothing for a second then.
///
/// NIO's own handler for this delays the next read, but the failed one is still pending: the listener stays in the selector and
/// is ready again at once.
private final class AcceptPause: ChannelInboundHandler {
  typealias InboundIn = any Channel

  private static let length = TimeAmount.seconds(1)
  private let core: ServerCore
  private var isPaused = false

  init(core: ServerCore) { self.core = core }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    core.note(.acceptFailed(reason: "\(error)"))
    guard !isPaused else { return }
    isPaused = true
    accept(false, on: context.channel)
    context.eventLoop.assumeIsolated().scheduleTask(in: Self.length) {
      [channel = context.channel] in
      self.isPaused = false
      self.accept(true, on: channel)
    }
  }

  /// A channel that was closed meanwhile takes no options.
  private func accept(_ accepts: Bool, on channel: any Channel) {
    try? channel.syncOptions?.setOption(.autoRead, value: accepts)
  }
}
