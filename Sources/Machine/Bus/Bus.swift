import CSystemd
import Descriptors

/// A connection to a message bus. All calls and answers are handled on one event loop. There is no separate thread,
/// and an idle bus causes no wake-ups.
///
/// A lost connection, as when the bus is restarted, is restored automatically. Matches stay; calls in flight are
/// answered with an error.
///
/// The bus's state is used on `loop` only, so it is safe to send.
package final class Bus: @unchecked Sendable {
  package let loop: EventLoop
  private let kind: Kind
  private var connection: BusConnection?
  /// Whether the bus has been used yet.
  private var isUsed = false
  private var isClosed = false
  private var calls = [ObjectIdentifier: BusPendingCall]()
  private var matches = [ObjectIdentifier: BusMatch]()
  private var followers = Listeners<Bool>()
  private lazy var reconnection = BusReconnection(socket: kind.socketPath, loop: loop) {
    [weak self] in
    self?.reconnect()
  }

  /// Connects.
  /// - Throws: An error if the bus does not exist.
  package init(_ kind: Kind, loop: EventLoop) throws(BusError) {
    self.kind = kind
    self.loop = loop
    isUsed = true
    try connect()
  }

  /// Connects at the first use, or as soon as the bus exists: a machine may have none, or not yet.
  package init(whenThere kind: Kind, loop: EventLoop) {
    self.kind = kind
    self.loop = loop
  }

  package var isConnected: Bool { connection != nil }

  /// Calls the handler at each change of the connection, with true for a new one and false for a loss, until
  /// `unfollow`.
  package func follow(_ handler: @escaping (_ isConnected: Bool) -> Void) -> ListenerID {
    connectAtFirstUse()
    return followers.add(handler)
  }

  /// Ends the calls of a handler of `follow`.
  package func unfollow(_ id: ListenerID) {
    followers.remove(id)
  }

  /// Sends a call. `reply` receives the answer or the error, also if the connection is lost first.
  package func call(
    _ call: BusCall, reply: @escaping (Result<[BusValue], BusError>) -> Void = { _ in }
  ) {
    connectAtFirstUse()
    guard let connection else { return answerLater(reply, .disconnected) }
    let pending = BusPendingCall(bus: self, reply: reply)
    do throws(BusError) {
      try connection.send(call, pending)
      calls[ObjectIdentifier(pending)] = pending
    } catch {
      answerLater(reply, error)
    }
    connection.updateWatch()
  }

  /// Sends a call and blocks until the answer arrives, for 5 seconds by default. Used only if the caller cannot
  /// continue without it.
  package func callAndWait(_ call: BusCall) throws(BusError) -> [BusValue] {
    connectAtFirstUse()
    guard let connection else { throw .disconnected }
    // While it waits, sd-bus also reads other messages from the socket, and queues them. The socket then causes no event
    // for them, so they are processed later by this block.
    defer { loop.execute { [weak self] in self?.processMessages() } }
    return try connection.callAndWait(call)
  }

  /// Calls the handler for each signal that matches the rule (D-Bus specification, "Match Rules"), until `remove`.
  package func match(_ rule: String, handler: @escaping (BusSignal) -> Void) -> BusMatch {
    connectAtFirstUse()
    let match = BusMatch(rule: rule, handler: handler)
    matches[ObjectIdentifier(match)] = match
    connection?.install(match)
    connection?.updateWatch()
    return match
  }

  /// Ends a subscription made by `match`. Its handler is not called any more.
  package func remove(_ match: BusMatch) {
    matches[ObjectIdentifier(match)] = nil
    match.uninstall()
    connection?.updateWatch()
  }

  /// Disconnects permanently, without notifications.
  package func close() {
    isClosed = true
    followers.removeAll()
    reconnection.cancel()
    closeConnection()
  }

  // MARK: The connection

  /// Connects at the first use of a bus that was created with `whenThere`. If that fails, tries again later, unless the
  /// environment names no such bus.
  private func connectAtFirstUse() {
    guard !isUsed, !isClosed else { return }
    isUsed = true
    do throws(BusError) {
      try connect()
    } catch {
      if !error.isPermanent { reconnection.scheduleAttempt() }
    }
  }

  /// Opens a connection and subscribes to all matches on it. Throws if the bus cannot be reached.
  private func connect() throws(BusError) {
    let connection = try BusConnection(kind, loop: loop) { [weak self] in self?.processMessages() }
    self.connection = connection
    for match in matches.values { connection.install(match) }
    connection.updateWatch()
  }

  /// Handles the messages that have arrived, and detects the loss of the connection. Called for each event of the
  /// connection.
  private func processMessages() {
    guard let connection else { return }
    let isOpen = connection.processMessages()
    guard isOpen else { return handleLoss() }
    connection.updateWatch()
    // Only after messages were processed: a bus can accept a connection and close it again immediately.
    if connection.isReady { reconnection.cancel() }
  }

  /// Handles the loss of the connection: answers the calls in flight with an error, plans the next attempt to connect,
  /// and notifies the followers.
  private func handleLoss() {
    closeConnection()
    // A handler of a message, or of an unanswered call, may have closed the bus.
    guard !isClosed else { return }
    reconnection.scheduleAttempt()
    followers.notify(false)
  }

  /// Closes the connection and answers the calls in flight with an error. Keeps the matches for the next connection.
  private func closeConnection() {
    for match in matches.values { match.uninstall() }
    connection?.close()
    connection = nil
    // Emptied before the answers, since the receiver of an answer can send further calls.
    let lostCalls = calls.values
    calls = [:]
    for call in lostCalls { call.answer(.failure(.disconnected)) }
  }

  /// Tries to connect again, and waits for the next attempt if that fails. Called after each pause of
  /// `BusReconnection`.
  func reconnect() {
    guard connection == nil, !isClosed else { return }
    do throws(BusError) {
      try connect()
      // After the answers to failed calls that the loop has queued before.
      loop.execute { [weak self] in self?.notifyConnected() }
    } catch {
      reconnection.scheduleAttempt()
    }
  }

  /// Reports the connection. Called only after calls made without a connection have been answered (see
  /// `answerLater`): a caller that repeats them must know about the failure first.
  private func notifyConnected() {
    if connection != nil { followers.notify(true) }
  }

  /// Removes a call that has been answered from the calls in flight.
  func forget(_ call: BusPendingCall) {
    calls[ObjectIdentifier(call)] = nil
  }

  /// Passes the error to `reply` from the loop, never from within the call that failed.
  private func answerLater(
    _ reply: @escaping (Result<[BusValue], BusError>) -> Void, _ error: BusError
  ) {
    // All of this runs on the loop.
    nonisolated(unsafe) let reply = reply
    loop.execute { reply(.failure(error)) }
  }
}
