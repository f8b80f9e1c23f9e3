import CLinux
import DequeModule
import Descriptors
import Varlink

#if canImport(Glibc)
  import Glibc
#endif

/// The state that the connections of a server share. Confined to the event loop.
final class ServerCore {
  let service: Service
  let limits: Limits
  let eventLoop: EventLoop
  let queue: DeliveryQueue
  private let observer: @Sendable (ServerEvent) -> Void
  private let onIdle: () -> Void
  /// Made on the event loop.
  private lazy var idleTimer = IdleTimer(on: eventLoop, onIdle)

  private var connections: [ObjectIdentifier: Connection] = [:]
  private let reception = ReceptionBuffer()
  private var shares: ConnectionShares
  /// The number of moments at which connections became idle.
  private var idleMoments = 0
  private var slotsTaken = 0
  private var waitingForSlot: Deque<() -> Void> = []
  private var listeners: [Listener] = []
  private var shutdown: Shutdown?
  private var countsSinceStart = ServerCounts()

  /// The state of a server that is ending.
  private struct Shutdown {
    /// Called when no connections are left.
    var done: [() -> Void] = []
    var deadline: LoopTimer?
  }

  init(
    service: Service, limits: Limits, eventLoop: EventLoop, queue: DeliveryQueue,
    observer: @escaping @Sendable (ServerEvent) -> Void, onIdle: @escaping () -> Void = {}
  ) {
    self.service = service
    self.limits = limits
    shares = ConnectionShares(limits)
    self.eventLoop = eventLoop
    self.queue = queue
    self.observer = observer
    self.onIdle = onIdle
  }

  /// Passes an event to the observer of the server, which logs it.
  func report(_ event: ServerEvent) { observer(event) }

  /// Counts a call that has got its slot.
  func countCall() { countsSinceStart.calls += 1 }

  /// Counts a call that is answered with the error of this full name.
  func countError(_ name: String) { countsSinceStart.errors[name, default: 0] += 1 }

  /// The numbers since the start, with the present numbers of connections and waiting calls.
  var counts: ServerCounts {
    var counts = countsSinceStart
    (counts.connections, counts.waitingCalls) = (connections.count, waitingForSlot.count)
    return counts
  }

  /// Runs `body` after the loop has served every other connection once.
  func afterOthers(_ body: @escaping () -> Void) {
    eventLoop.afterOthers(body)
  }
}

// MARK: - Connections

extension ServerCore {
  /// Admits a new connection, or closes it if a limit is reached or its process is unknown. Takes over the descriptor.
  func admit(_ fd: CInt) {
    guard let peer = peer(of: fd) else {
      close(fd)
      return
    }
    if let limit = limitAfterMakingRoom(for: peer) { return refuse(fd, peer, limit) }
    let channel = Channel(fd, on: eventLoop, reception)
    let connection = Connection(peer: peer, core: self, channel: channel)
    guard channel.startWatching(for: connection) else {
      // The channel has closed the descriptor.
      return report(.acceptFailed(reason: Self.lastErrorText))
    }
    connections[ObjectIdentifier(connection)] = connection
    shares.add(peer.uid)
    // Waits for the first call.
    connection.handleReceivedCalls()
  }

  /// Returns the limit that a new connection of `peer` would exceed; `nil` if it is admitted. To make room for it, may
  /// close an idle connection of another user.
  private func limitAfterMakingRoom(for peer: Peer) -> ServerEvent.LimitReached? {
    switch shares.verdict(on: peer.uid, hasIdle: { longestIdleConnection(of: $0) != nil }) {
    case .admitted: return nil
    case .replaces(let user):
      longestIdleConnection(of: user)?.closeImmediately()
      return nil
    case .refused(let limit): return limit
    }
  }

  /// Logs that a limit is reached, sends the reason to the client as far as the socket takes it immediately, and closes
  /// the descriptor.
  private func refuse(_ fd: CInt, _ peer: Peer, _ limit: ServerEvent.LimitReached) {
    report(.connectionRefused(peer, limit))
    countsSinceStart.refusedConnections += 1
    if let frame = service.limitReply(peer, limit) {
      _ = send(fd, frame, frame.count, CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL))
    }
    close(fd)
  }

  /// Removes a connection that has ended. If the server is ending and this was its last connection, calls the callbacks
  /// of `shutDown`.
  func remove(_ connection: Connection) {
    guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
    shares.remove(connection.peer.uid)
    endShutdownIfUnconnected()
  }

  /// Returns the process at the other end of a new connection; `nil`, with an event for the log, if the kernel does not
  /// report it.
  private func peer(of fd: CInt) -> Peer? {
    SocketRole.server.mark(fd: fd)
    do throws(SystemError) {
      return try Peer(ofSocket: fd)
    } catch {
      report(.unknownPeer(code: error.code))
      return nil
    }
  }

  /// Returns the number of this moment, at which a connection becomes idle.
  func countIdleMoment() -> Int {
    idleMoments += 1
    return idleMoments
  }

  /// Returns the connection of `user` that has been idle for the longest time; `nil` if none is idle.
  private func longestIdleConnection(of user: UInt32) -> Connection? {
    connections.values.filter { $0.peer.uid == user && $0.isIdle }
      .min { $0.idleSince < $1.idleSince }
  }
}

// MARK: - Calls in flight

extension ServerCore {
  /// Takes a slot and calls `body`: immediately if one is free, or when the calls that already wait have got theirs.
  func whenSlotIsFree(_ body: @escaping () -> Void) {
    idleTimer.noteCall()
    guard slotsTaken < limits.callsInFlight else { return waitingForSlot.append(body) }
    slotsTaken += 1
    body()
  }

  /// Frees a slot, or passes it to the longest waiting call.
  func releaseSlot() {
    guard let next = waitingForSlot.popFirst() else {
      slotsTaken -= 1
      return
    }
    // The slot stays taken, now by the next call.
    afterOthers(next)
  }
}

// MARK: - Listening and the end

extension ServerCore {
  /// Accepts connections at a socket until it is released.
  final class Listener {
    private let fd: CInt
    /// The socket in the file system; `nil` if another process owns it.
    private let file: SocketFile?
    fileprivate var watch: LoopWatch?
    fileprivate var pauseTimer: LoopTimer?

    init(_ fd: CInt, _ file: SocketFile?) { (self.fd, self.file) = (fd, file) }

    /// Starts to accept connections. If the kernel does not watch the socket, logs the reason and accepts none.
    fileprivate func startAccepting(_ core: ServerCore) {
      watch = LoopWatch(on: core.eventLoop, fd, .readable) { [weak self, weak core] _ in
        guard let self, let core else { return }
        core.accept(at: fd, self)
      }
      if watch == nil { core.report(.acceptFailed(reason: ServerCore.lastErrorText)) }
    }

    /// Closes the connections that wait to be accepted, as many as the kernel lets wait.
    fileprivate func refuseWaiting() {
      for _ in 0..<SOMAXCONN {
        let accepted = rubato_accept(fd)
        if accepted >= 0 {
          Glibc.close(accepted)
        } else if errno != EINTR, errno != ECONNABORTED {
          return
        }
      }
    }

    /// Stops accepting, removes the socket's file, and closes the descriptor.
    fileprivate func close() {
      // The watch ends before its descriptor is closed, even if a callback retains the watch.
      watch?.cancel()
      (watch, pauseTimer) = (nil, nil)
      file?.remove()
      Glibc.close(fd)
    }
  }

  /// Takes over a listener with a non-blocking descriptor, and accepts connections at it. If the server is ending, ends
  /// the listener instead.
  func add(_ listener: Listener) {
    if isShuttingDown { return listener.close() }
    listeners.append(listener)
    idleTimer.noteCall()
    listener.startAccepting(self)
  }

  /// The number of connections that are admitted before the open connections have their turn.
  private static var mostPerTurn: Int { 16 }

  /// Accepts the waiting connections, at most `mostPerTurn`: the loop calls again for the remaining ones. After an
  /// error that is not of one connection, accepts nothing for a second.
  private func accept(at fd: CInt, _ listener: Listener) {
    for _ in 0..<Self.mostPerTurn {
      let accepted = rubato_accept(fd)
      if accepted >= 0 {
        admit(accepted)
        continue
      }
      switch errno {
      case EINTR, ECONNABORTED: continue
      case EAGAIN: return
      default: return pauseAccepting(listener)
      }
    }
  }

  /// Logs why no connection can be accepted, for example a lack of descriptors, and accepts none for a second.
  private func pauseAccepting(_ listener: Listener) {
    report(.acceptFailed(reason: Self.lastErrorText))
    listener.watch?.interest = []
    listener.pauseTimer = LoopTimer(on: eventLoop, after: .seconds(1)) { [weak listener] in
      listener?.watch?.interest = .readable
    }
  }

  /// The error of the last system call.
  fileprivate static var lastErrorText: String { String(cString: strerror(errno)) }

  /// Whether `shutDown` was called: each connection ends after its present call.
  var isShuttingDown: Bool { shutdown != nil }

  /// Ends the server: stops listening, closes idle connections now, and busy connections when their call is answered.
  /// After `limit`, closes all. If the server is already ending, only adds `done`.
  ///
  /// - Parameters:
  ///   - refusesWaiting: Whether connections that wait to be accepted are closed, too.
  ///   - done: Called when no connection is left.
  func shutDown(within limit: Duration, refusesWaiting: Bool, done: @escaping () -> Void) {
    if shutdown != nil {
      shutdown?.done.append(done)
      return endShutdownIfUnconnected()
    }
    shutdown = Shutdown(done: [done])
    for listener in listeners {
      if refusesWaiting { listener.refuseWaiting() }
      listener.close()
    }
    listeners = []
    // Copies, since a closed connection removes itself from `connections`.
    for connection in Array(connections.values) { connection.closeForShutdown() }
    shutdown?.deadline = LoopTimer(on: eventLoop, after: limit) { [unowned self] in
      for connection in Array(connections.values) { connection.closeImmediately() }
    }
    endShutdownIfUnconnected()
  }

  /// Calls the callbacks of `shutDown`, once, if the server is ending and no connection is left.
  private func endShutdownIfUnconnected() {
    guard connections.isEmpty, let shutdown else { return }
    self.shutdown?.done = []
    self.shutdown?.deadline = nil
    for body in shutdown.done { body() }
  }
}
