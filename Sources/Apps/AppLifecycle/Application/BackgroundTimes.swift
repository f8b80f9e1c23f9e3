import Dispatch
import Foundation
import Synchronization

/// The background tasks of `UIApplication`, and the call of their expiration handlers. Their time begins when the app
/// is in the background and has no task.
final class BackgroundTimes: Sendable {
  private struct BegunTask {
    var name: String
    var handler: (@MainActor @Sendable () -> Void)?
  }

  private struct State {
    var begunTasks: [Int: BegunTask] = [:]
    var last = 0
    var isInBackground = false
    var isBusy = false
    /// The start of the current time; a later time has another `turn`. `nil` if no time is running.
    var runningSince: ContinuousClock.Instant?
    var turn = 0
  }

  /// The same as the daemon's default, `background-task-time`.
  static let limit = Duration.seconds(30)

  private let state = Mutex(State())
  private let process: any ApplicationProcess
  private let limit: Duration

  /// Creates the limited background time of `process`, and follows whether the process has a task (`isBusy`).
  init(_ process: any ApplicationProcess, limit: Duration = BackgroundTimes.limit) {
    self.process = process
    self.limit = limit
    process.followActivity { [weak self] isBusy in self?.changeState { $0.isBusy = isBusy } }
  }

  /// Notes whether the app is in the background. The limited background time runs only there.
  func setInBackground(_ isInBackground: Bool) {
    let isBusy = process.isBusy
    changeState { ($0.isInBackground, $0.isBusy) = (isInBackground, isBusy) }
  }

  /// Adds a background task and returns its identifier. `handler` is called on the main queue before the limited
  /// background time ends.
  func begin(
    _ name: String, _ handler: (@MainActor @Sendable () -> Void)?
  ) -> UIBackgroundTaskIdentifier {
    var number = 0
    changeState { state in
      state.last += 1
      number = state.last
      state.begunTasks[number] = BegunTask(name: name, handler: handler)
    }
    return UIBackgroundTaskIdentifier(rawValue: number)
  }

  /// Ends a background task; an unknown identifier has no effect.
  func end(_ identifier: UIBackgroundTaskIdentifier) {
    changeState { $0.begunTasks[identifier.rawValue] = nil }
  }

  /// The remaining background time in seconds; practically infinite in the foreground and while the process has a
  /// task.
  var remaining: TimeInterval {
    let (isInBackground, isBusy, runningSince) = state.withLock {
      ($0.isInBackground, $0.isBusy, $0.runningSince)
    }
    if !isInBackground || isBusy { return .greatestFiniteMagnitude }
    let timeLeft = runningSince.map { limit - (ContinuousClock.now - $0) } ?? limit
    return max(0, timeLeft / .seconds(1))
  }

  /// Changes the state, and reports to the daemon if the app begins or stops holding its process. The limited
  /// background time runs while a background task exists and the app is in the background without other work; `turn`
  /// numbers these times, so that the timer of an earlier one is ignored.
  private func changeState(_ body: (inout State) -> Void) {
    let (newRequest, newTurn): (Bool?, Int?) = state.withLock { state in
      let wasRequested = !state.begunTasks.isEmpty
      body(&state)
      let isRequested = !state.begunTasks.isEmpty
      let runs = isRequested && state.isInBackground && !state.isBusy
      var turn: Int?
      if runs != (state.runningSince != nil) {
        state.turn += 1
        state.runningSince = runs ? .now : nil
        turn = runs ? state.turn : nil
      }
      return (isRequested == wasRequested ? nil : isRequested, turn)
    }
    if let newRequest { process.requestBackgroundTime(newRequest) }
    guard let newTurn else { return }
    // A sixth of the time is left for the handlers.
    DispatchQueue.main.asyncAfter(deadline: .now() + limit / .seconds(1) * 5 / 6) { [weak self] in
      MainActor.assumeIsolated { self?.expire(newTurn) }
    }
  }

  /// Calls the handlers of all background tasks, in the order of their beginnings. Does nothing if the time with this
  /// `turn` has already ended.
  @MainActor private func expire(_ turn: Int) {
    let due: [BegunTask] = state.withLock { state in
      guard state.turn == turn else { return [] }
      return state.begunTasks.sorted { $0.key < $1.key }.map(\.value)
    }
    for task in due {
      Log.write("the time of background task '\(task.name)' is nearly over, but it has not ended")
      task.handler?()
    }
  }
}
