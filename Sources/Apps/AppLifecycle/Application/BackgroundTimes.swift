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
    /// The number of the newest background task.
    var lastTaskNumber = 0
    var isInBackground = false
    /// Whether the process has a task of the daemon, which has its own budget.
    var isBusy = false
    /// The start of the running background time; `nil` if none is running.
    var runningSince: ContinuousClock.Instant?
    /// The number of starts and ends of background times, by which an expiration recognizes its own one.
    var timeNumber = 0

    /// Whether the app asks the daemon for background time.
    var isRequested: Bool { !begunTasks.isEmpty }
    /// Whether the limited time must run: only background tasks keep the process running.
    private var mustRun: Bool { isRequested && isInBackground && !isBusy }

    /// Starts or ends the background time, if a change of this state requires it. Returns the number of a time that has
    /// started; `nil` if none has.
    mutating func startOrEndTime() -> Int? {
      let isRunning = runningSince != nil
      guard mustRun != isRunning else { return nil }
      timeNumber += 1
      runningSince = mustRun ? .now : nil
      return mustRun ? timeNumber : nil
    }
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
    // The reports of an end and of the next beginning come from different threads, in any order. So the present value
    // is read.
    process.followActivity { [weak self] _ in
      guard let self else { return }
      changeState { $0.isBusy = self.process.isBusy }
    }
  }

  /// Notes whether the app is in the background. The limited background time runs only there.
  func setInBackground(_ isInBackground: Bool) {
    changeState { ($0.isInBackground, $0.isBusy) = (isInBackground, process.isBusy) }
  }

  /// Adds a background task and returns its identifier. `handler` is called on the main queue before the limited
  /// background time ends.
  func begin(
    _ name: String, _ handler: (@MainActor @Sendable () -> Void)?
  ) -> UIBackgroundTaskIdentifier {
    var number = 0
    changeState { state in
      state.lastTaskNumber += 1
      number = state.lastTaskNumber
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

  /// Applies `change` to the state. Then reports to the daemon if the app begins or stops requesting background time,
  /// and schedules the expiration of a background time that has started.
  private func changeState(_ change: (inout State) -> Void) {
    let (changedRequest, startedTimeNumber): (Bool?, Int?) = state.withLock { state in
      let wasRequested = state.isRequested
      change(&state)
      let changedRequest = state.isRequested == wasRequested ? nil : state.isRequested
      return (changedRequest, state.startOrEndTime())
    }
    if let changedRequest { process.requestBackgroundTime(changedRequest) }
    guard let startedTimeNumber else { return }
    // A sixth of the time is left for the handlers.
    let secondsUntilExpiration = limit / .seconds(1) * 5 / 6
    DispatchQueue.main.asyncAfter(deadline: .now() + secondsUntilExpiration) { [weak self] in
      // The number prevents an expiration if that time has ended by then.
      MainActor.assumeIsolated { self?.expire(startedTimeNumber) }
    }
  }

  /// Calls the handlers of all background tasks, in the order of their beginnings. Does nothing if the background time
  /// with this number has already ended.
  @MainActor private func expire(_ timeNumber: Int) {
    let due: [BegunTask] = state.withLock { state in
      guard state.timeNumber == timeNumber else { return [] }
      return state.begunTasks.sorted { $0.key < $1.key }.map(\.value)
    }
    for task in due {
      Log.write("the time of background task '\(task.name)' is nearly over, but it has not ended")
      task.handler?()
    }
  }
}
