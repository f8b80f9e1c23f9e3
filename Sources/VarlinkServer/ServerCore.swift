import NIOCore
import NIOPosix
import Varlink

/// What the connections of a server share. Confined to the event loop.
final class ServerCore {
  let service: Service
  let limits: Limits
  let eventLoop: any EventLoop
  let queue: DeliveryQueue
  private let observer: @Sendable (ServerEvent) -> Void

  private var connections: [ObjectIdentifier: Connection] = [:]
  private var shares: ConnectionShares
  /// Numbers the moments at which connections became idle.
  private var idleMoments = 0
  private var slotsTaken = 0
  private var waitingForSlot = CircularBuffer<() -> Void>()
  private var listeners: [Listener] = []
  private var drained: EventLoopPromise<Void>?

  init(
    service: Service, limits: Limits, eventLoop: any EventLoop, queue: DeliveryQueue,
    observer: @escaping @Sendable (ServerEvent) -> Void
  ) {
    self.service = service
    self.limits = limits
    shares = ConnectionShares(limits)
    self.eventLoop = eventLoop
    self.queue = queue
    self.observer = observer
  }

  func note(_ event: ServerEvent) { observer(event) }

  /// Runs `body` when the loop has looked after everyone else once.
  func afterOthers(_ body: @escaping () -> Void) {
    eventLoop.assumeIsolated().execute(body)
  }
}

// MARK: - Connections

extension ServerCore {
  struct Refused: Error {}

  /// Takes in a new connection; throws if it is to be closed.
  func admit(_ channel: any Channel) throws {
    let peer = try peer(of: channel)
    switch shares.verdict(on: peer.uid, hasIdle: { longestIdle(of: $0) != nil }) {
    case .admitted: break
    case .replaces(let user): longestIdle(of: user)?.closeAtOnce()
    case .refused(let limit):
      note(.connectionRefused(peer, limit))
      throw Refused()
    }
    let connection = Connection(peer: peer, core: self)
    try channel.pipeline.syncOperations.addHandler(connection)
    connections[ObjectIdentifier(connection)] = connection
    shares.add(peer.uid)
  }

  func remove(_ connection: Connection) {
    guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
    shares.remove(connection.peer.uid)
    if connections.isEmpty { drained?.succeed() }
  }

  private func peer(of channel: any Channel) throws -> Peer {
    do {
      let peer = try channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
        of: NIOBSDSocket.Handle.self
      ) { fd in
        SocketRole.server.mark(fd: fd)
        return try Peer(ofSocket: fd)
      }
      guard let peer else { throw Refused() }
      return peer
    } catch let error as SystemError {
      note(.unknownPeer(code: error.code))
      throw error
    }
  }

  /// The number of this moment, at which a connection becomes idle.
  func nextIdleMoment() -> Int {
    idleMoments += 1
    return idleMoments
  }

  private func longestIdle(of user: UInt32) -> Connection? {
    connections.values.filter { $0.peer.uid == user && $0.isIdle }
      .min { $0.idleSince < $1.idleSince }
  }
}

// MARK: - Calls in flight

extension ServerCore {
  /// Runs `body`, which takes a slot, at once or in its turn.
  func whenSlotIsFree(_ body: @escaping () -> Void) {
    guard slotsTaken < limits.callsInFlight else { return waitingForSlot.append(body) }
    slotsTaken += 1
    body()
  }

  /// Gives a slot back, or on to the one who waits longest.
  func releaseSlot() {
    guard let next = waitingForSlot.popFirst() else {
      slotsTaken -= 1
      return
    }
    afterOthers(next)
  }
}

// MARK: - Listening and the end

extension ServerCore {
  struct Listener {
    let channel: any Channel
    /// The socket in the file system; nil if it is someone else's.
    let file: SocketFile?
  }

  func add(_ listener: Listener) {
    listeners.append(listener)
    if isDraining { closeListeners() }
  }

  var isDraining: Bool { drained != nil }

  /// Closes what is idle now and the rest when its call is answered; at the deadline, everything.
  func drain(within limit: TimeAmount) -> EventLoopFuture<Void> {
    if let drained { return drained.futureResult }
    let drained = eventLoop.makePromise(of: Void.self)
    self.drained = drained
    closeListeners()
    for connection in Array(connections.values) { connection.drain() }
    if connections.isEmpty { drained.succeed() }
    let deadline = eventLoop.assumeIsolated().scheduleTask(in: limit) {
      for connection in Array(self.connections.values) { connection.closeAtOnce() }
    }
    drained.futureResult.whenComplete { _ in deadline.cancel() }
    return drained.futureResult
  }

  private func closeListeners() {
    for listener in listeners {
      listener.file?.remove()
      listener.channel.close(promise: nil)
    }
    listeners = []
  }
}
