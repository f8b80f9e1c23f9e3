import Descriptors

/// Schedules attempts to reach a bus again: when a file appears at the path of its socket, and after growing
/// pauses, which limits the wake-ups of a machine without a bus.
final class BusReconnection {
  private let socket: String?
  private let loop: EventLoop
  private let onTry: () -> Void
  private lazy var timer = LoopTimer(on: loop) { [weak self] in self?.onTry() }
  private var watch: AppearanceWatch?
  private var pauseSeconds = BusReconnection.firstPauseSeconds

  private static let firstPauseSeconds = 0.1
  private static let longestPauseSeconds = 300.0
  /// The longest pause if no event reports that the bus is back.
  private static let longestBlindPauseSeconds = 30.0

  /// - Parameters:
  ///   - socket: The path of the bus's socket; `nil` if it has none.
  ///   - onTry: Called on the loop, once for each `scheduleAttempt`.
  init(socket: String?, loop: EventLoop, onTry: @escaping () -> Void) {
    self.socket = socket
    self.loop = loop
    self.onTry = onTry
  }

  /// Watches for the socket and plans the next attempt after a pause, which doubles each time. Called each time the bus
  /// is lost or could not be reached.
  func scheduleAttempt() {
    watchSocket()
    timer.set(after: .seconds(pauseSeconds))
    let longest = watch == nil ? Self.longestBlindPauseSeconds : Self.longestPauseSeconds
    pauseSeconds = min(pauseSeconds * 2, longest)
  }

  /// Cancels the planned attempt and resets the pause. Called when the bus was reached, or is no longer needed.
  func cancel() {
    pauseSeconds = Self.firstPauseSeconds
    timer.clear()
    watch = nil
  }

  /// Watches for the socket of the bus, in place of the earlier watch. There is no watch if the bus has no socket path,
  /// or no directory can be watched.
  private func watchSocket() {
    watch = socket.flatMap { socket in
      AppearanceWatch(of: socket, loop: loop) { [weak self] in self?.attemptSoon() }
    }
  }

  /// Shortens the pause before the next attempt, because a file has appeared. The attempt is not immediate: a socket
  /// appears when it is bound, slightly before a process listens on it.
  private func attemptSoon() {
    pauseSeconds = Self.firstPauseSeconds
    scheduleAttempt()
  }
}
