import Descriptors

/// Says when to try to reach a bus again: when something appears where its socket should be, and
/// after pauses that grow, so that a machine without a bus is left in peace.
final class BusReconnection {
  private let socket: String?
  private let loop: EventLoop
  private let onTry: () -> Void
  private lazy var timer = LoopTimer(on: loop) { [weak self] in self?.onTry() }
  private var watch: AppearanceWatch?
  private var pauseSeconds = BusReconnection.firstPauseSeconds

  private static let firstPauseSeconds = 0.1
  private static let longestPauseSeconds = 300.0
  /// Where nothing tells that the bus is back.
  private static let longestBlindPauseSeconds = 30.0

  /// - Parameters:
  ///   - socket: the path of the bus's socket, if it has one.
  ///   - onTry: called on the loop, once for each `begin`.
  init(socket: String?, loop: EventLoop, onTry: @escaping () -> Void) {
    self.socket = socket
    self.loop = loop
    self.onTry = onTry
  }

  /// To be called each time that the bus is lost or could not be reached.
  func begin() {
    placeWatch()
    timer.set(after: .seconds(pauseSeconds))
    let longest = watch == nil ? Self.longestBlindPauseSeconds : Self.longestPauseSeconds
    pauseSeconds = min(pauseSeconds * 2, longest)
  }

  /// The bus has been reached, or is no longer wanted.
  func end() {
    pauseSeconds = Self.firstPauseSeconds
    timer.clear()
    watch = nil
  }

  private func placeWatch() {
    watch = socket.flatMap { socket in
      AppearanceWatch(of: socket, loop: loop) { [weak self] in self?.hurry() }
    }
  }

  /// Not at once: a socket appears when it is bound, a moment before anybody listens on it.
  private func hurry() {
    pauseSeconds = Self.firstPauseSeconds
    begin()
  }
}
