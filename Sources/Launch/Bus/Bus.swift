import CSystemd
import Dispatch

/// A connection to a message bus. Everything is called and answered on one serial queue; there is
/// no thread of its own, and nothing wakes up while nothing is said.
///
/// A connection that is lost, as when the bus is restarted, is made again by and by. Matches stay;
/// calls in flight are answered with an error.
///
/// What it holds is touched on `queue` only, which is what makes it safe to send.
final class Bus: @unchecked Sendable {
  enum Kind: Sendable {
    /// The system's.
    case system
    /// The one of the user that this process runs as.
    case user
  }

  let queue: DispatchQueue
  private let kind: Kind
  private var connection: BusConnection?
  private var calls = [ObjectIdentifier: BusPendingCall]()
  private var matches = [ObjectIdentifier: BusMatch]()
  private var retrySeconds = Bus.firstRetrySeconds

  /// Called whenever a connection has been made again.
  var onReconnect: (() -> Void)?
  /// Called when the connection is lost.
  var onLoss: (() -> Void)?

  private static let firstRetrySeconds = 0.1
  private static let longestRetrySeconds = 5.0

  /// Connects.
  init(_ kind: Kind, queue: DispatchQueue) throws(BusError) {
    self.kind = kind
    self.queue = queue
    try connect()
  }

  /// Sends a call. `reply` gets the answer, or why there is none; also when the connection is lost
  /// first.
  func call(_ call: BusCall, reply: @escaping (Result<[BusValue], BusError>) -> Void = { _ in }) {
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

  /// Sends a call and blocks until the answer is there. Only for what cannot go on without it.
  func callAndWait(_ call: BusCall, timeoutSeconds: Double = 5) throws(BusError) -> [BusValue] {
    guard let connection else { throw .disconnected }
    // What came in the meantime was read from the socket, which therefore wakes nobody for it.
    defer { queue.async { [weak self] in self?.process() } }
    return try connection.callAndWait(call, timeoutSeconds: timeoutSeconds)
  }

  /// Has the handler called for each signal that fits the rule, until `remove`.
  func match(_ rule: String, handler: @escaping ([BusValue]) -> Void) -> BusMatch {
    let match = BusMatch(rule: rule, handler: handler)
    matches[ObjectIdentifier(match)] = match
    connection?.install(match)
    connection?.arm()
    return match
  }

  func remove(_ match: BusMatch) {
    matches[ObjectIdentifier(match)] = nil
    match.uninstall()
    connection?.arm()
  }

  /// Disconnects for good.
  func close() {
    onReconnect = nil
    onLoss = nil
    drop()
  }

  // MARK: The connection

  private func connect() throws(BusError) {
    let connection = try BusConnection(kind, queue: queue) { [weak self] in self?.process() }
    self.connection = connection
    for match in matches.values { connection.install(match) }
    connection.arm()
  }

  private func process() {
    guard let connection else { return }
    if connection.process() { connection.arm() } else { lose() }
  }

  private func lose() {
    drop()
    onLoss?()
    retryLater()
  }

  private func drop() {
    for match in matches.values { match.uninstall() }
    connection?.close()
    connection = nil
    let lost = calls.values
    calls = [:]
    for call in lost { call.answer(.failure(.disconnected)) }
  }

  private func retryLater() {
    guard onReconnect != nil else { return }
    queue.asyncAfter(deadline: .now() + retrySeconds) { [weak self] in self?.reconnect() }
    retrySeconds = min(retrySeconds * 2, Self.longestRetrySeconds)
  }

  private func reconnect() {
    guard connection == nil, onReconnect != nil else { return }
    do throws(BusError) {
      try connect()
      retrySeconds = Self.firstRetrySeconds
      onReconnect?()
    } catch {
      retryLater()
    }
  }

  func forget(_ call: BusPendingCall) {
    calls[ObjectIdentifier(call)] = nil
  }

  /// Never from within a call.
  private func answerLater(
    _ reply: @escaping (Result<[BusValue], BusError>) -> Void, _ error: BusError
  ) {
    // Everything happens on the queue.
    nonisolated(unsafe) let reply = reply
    queue.async { reply(.failure(error)) }
  }
}
