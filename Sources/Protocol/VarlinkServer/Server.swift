import Descriptors
import Varlink

#if canImport(Glibc)
  import Glibc
#endif

/// A Varlink server on Unix sockets.
///
/// The connections share one event loop.
package final class Server: Sendable {
  private let eventLoop: EventLoop
  private let core: LoopConfined<ServerCore>

  /// - Parameters:
  ///   - observer: Called on the event loop with events for the log.
  ///   - onIdle: Called on the event loop between 20 and 50 seconds after the last call, or after the start.
  package init(
    _ service: Service, limits: Limits = Limits(), on eventLoop: EventLoop,
    observer: @escaping @Sendable (ServerEvent) -> Void = { _ in },
    onIdle: @escaping @Sendable () -> Void = {}
  ) {
    self.eventLoop = eventLoop
    core = LoopConfined(
      ServerCore(
        service: service, limits: limits, eventLoop: eventLoop,
        queue: DeliveryQueue(eventLoop: eventLoop), observer: observer, onIdle: onIdle),
      to: eventLoop)
  }

  /// Listens on a new socket in the file system, which is removed at the end. Connections are accepted from now on.
  ///
  /// - Parameter mode: The socket's permission bits. No process can connect before they are set.
  package func listen(at address: UnixAddress, mode: mode_t) throws(ListenError) {
    let (fd, file) = try SocketFile.listen(at: address, mode: mode)
    accept(on: fd, file: file)
  }

  /// Accepts on a Unix socket that listens already, such as one from a service manager. Takes over the descriptor,
  /// which is closed at the end. The socket itself is neither removed nor shut down, so its other holders can continue.
  package func adopt(listener fd: CInt) throws(ListenError) {
    guard Self.option(SO_DOMAIN, of: fd) == AF_UNIX, Self.option(SO_ACCEPTCONN, of: fd) == 1 else {
      throw .notListening(fd: fd)
    }
    accept(on: fd, file: nil)
  }

  /// Serves a Unix socket that is connected already. Takes over the descriptor.
  package func adopt(connection fd: CInt) {
    Self.preventBlocking(fd)
    eventLoop.execute { [core] in core.value.admit(fd) }
  }

  /// The numbers of this server. For the thread of the event loop.
  package var counts: ServerCounts { core.value.counts }

  /// Accepts no more connections, lets calls in flight be answered, and closes each connection after that. Streams
  /// without an end are ended. After `limit` the remaining connections are closed.
  ///
  /// - Parameters:
  ///   - refusesWaiting: Whether connections that wait to be accepted are closed, too. Otherwise they wait for the next
  ///     process that accepts at an adopted listener; a service manager starts one for them.
  ///   - done: Called on the event loop when no connection is left.
  package func shutDown(
    within limit: Duration, refusesWaiting: Bool = false, done: @escaping @Sendable () -> Void = {}
  ) {
    eventLoop.execute { [core] in
      core.value.shutDown(within: limit, refusesWaiting: refusesWaiting, done: done)
    }
  }
}

extension Server {
  /// Accepts connections at a listening socket. `file` is its file, which is removed at the end; `nil` leaves the file
  /// in place.
  private func accept(on fd: CInt, file: SocketFile?) {
    Self.preventBlocking(fd)
    eventLoop.execute { [core] in core.value.add(ServerCore.Listener(fd, file)) }
  }

  /// Makes system calls on the socket return immediately, since they would block all connections of the loop.
  private static func preventBlocking(_ fd: CInt) {
    _ = fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK)
  }

  /// Returns an integer option of a socket; `nil` if `fd` has no such option.
  private static func option(_ name: CInt, of fd: CInt) -> CInt? {
    var value: CInt = 0
    var length = socklen_t(MemoryLayout<CInt>.size)
    return getsockopt(fd, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
  }
}
