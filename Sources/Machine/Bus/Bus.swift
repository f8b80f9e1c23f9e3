import CSystemd
import Descriptors

/// A connection to a message bus. Everything is called and answered on one event loop; there is
/// no thread of its own, and nothing wakes up while nothing is said.
///
/// A connection that is lost, as when the bus is restarted, is made again by and by. Matches stay;
/// calls in flight are answered with an error.
///
/// What it holds is touched on `loop` only, which is what makes it safe to send.
package final class Bus: @unchecked Sendable {
  package let loop: EventLoop
  private let kind: Kind
  private var connection: BusConnection?
  /// Whether anybody has asked for anything yet.
  private var isUsed = false
  private var isClosed = false
  private var calls = [ObjectIdentifier: BusPendingCall]()
  private var matches = [ObjectIdentifier: BusMatch]()
  private var followers = Listeners<Bool>()
  private lazy var wait = BusReconnection(socket: kind.socketPath, loop: loop) { [weak self] in
    self?.reconnect()
  }

  /// Connects.
  /// - Throws: where the bus is not there.
  package init(_ kind: Kind, loop: EventLoop) throws(BusError) {
    self.kind = kind
    self.loop = loop
    isUsed = true
    try connect()
  }

  /// Connects when it is first used, or as soon as there is a bus: a machine may have none, or not
  /// yet.
  package init(whenThere kind: Kind, loop: EventLoop) {
    self.kind = kind
    self.loop = loop
  }

  package var isConnected: Bool { connection != nil }

  /// Has the handler called with whether there is a connection, at each change, until `unfollow`.
  package func follow(_ handler: @escaping (Bool) -> Void) -> ListenerID {
    use()
    return followers.add(handler)
  }

  package func unfollow(_ id: ListenerID) {
    followers.remove(id)
  }

  /// Sends a call. `reply` gets the answer, or why there is none; also when the connection is lost
  /// first.
  package func call(
    _ call: BusCall, reply: @escaping (Result<[BusValue], BusError>) -> Void = { _ in }
  ) {
    use()
    guard let connection else { return answerLater(reply, .disconnected) }
    let pending = BusPendingCall(bus: self, reply: reply)
    do throws(BusError) {
      try connection.send(call, pending)
      calls[ObjectIdentifier(pending)] = pending
    } catch {
      answerLater(reply, error)
    }
    connection.arm()
  }

  /// Sends a call and blocks until the answer is there, 5 seconds unless it says otherwise. Only
  /// for what cannot go on without it.
  package func callAndWait(_ call: BusCall) throws(BusError) -> [BusValue] {
    use()
    guard let connection else { throw .disconnected }
    // What came in the meantime was read from the socket, which therefore wakes nobody for it.
    defer { loop.execute { [weak self] in self?.process() } }
    return try connection.callAndWait(call)
  }

  /// Has the handler called for each signal that fits the rule (D-Bus specification, "Match
  /// Rules"), until `remove`.
  package func match(_ rule: String, handler: @escaping (BusSignal) -> Void) -> BusMatch {
    use()
    let match = BusMatch(rule: rule, handler: handler)
    matches[ObjectIdentifier(match)] = match
    connection?.install(match)
    connection?.arm()
    return match
  }

  package func remove(_ match: BusMatch) {
    matches[ObjectIdentifier(match)] = nil
    match.uninstall()
    connection?.arm()
  }

  /// Disconnects for good, and tells nobody.
  package func close() {
    isClosed = true
    followers.removeAll()
    wait.end()
    drop()
  }

  // MARK: The connection

  private func use() {
    guard !isUsed, !isClosed else { return }
    isUsed = true
    do throws(BusError) {
      try connect()
    } catch {
      if !error.isForGood { wait.begin() }
    }
  }

  private func connect() throws(BusError) {
    let connection = try BusConnection(kind, loop: loop) { [weak self] in self?.process() }
    self.connection = connection
    for match in matches.values { connection.install(match) }
    connection.arm()
  }

  private func process() {
    guard let connection else { return }
    guard connection.process() else { return lose() }
    connection.arm()
    // Only now: a bus may take a connection and close it again at once.
    if connection.isReady { wait.end() }
  }

  private func lose() {
    drop()
    guard !isClosed else { return }
    wait.begin()
    followers.tell(false)
  }

  private func drop() {
    for match in matches.values { match.uninstall() }
    connection?.close()
    connection = nil
    let lost = calls.values
    calls = [:]
    for call in lost { call.answer(.failure(.disconnected)) }
  }

  func reconnect() {
    guard connection == nil, !isClosed else { return }
    do throws(BusError) {
      try connect()
      loop.execute { [weak self] in self?.tellConnected() }
    } catch {
      wait.begin()
    }
  }

  /// Only when the calls that were made without a connection have been answered (see `answerLater`): who makes them again
  /// when there is one could not know of them yet.
  private func tellConnected() {
    if connection != nil { followers.tell(true) }
  }

  func forget(_ call: BusPendingCall) {
    calls[ObjectIdentifier(call)] = nil
  }

  /// Never from within a call.
  private func answerLater(
    _ reply: @escaping (Result<[BusValue], BusError>) -> Void, _ error: BusError
  ) {
    // Everything happens on the loop.
    nonisolated(unsafe) let reply = reply
    loop.execute { reply(.failure(error)) }
  }
}
