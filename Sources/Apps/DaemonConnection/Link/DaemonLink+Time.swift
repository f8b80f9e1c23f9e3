import BackgroundTasks
import Control
import Foundation

// The clock of a daemon that simulates time. With any other daemon, time is the machine's, without calls.
extension DaemonLink {
  /// Calls a handler of a run on `queue`, with the run as the task-local run of its code.
  func perform(
    _ handler: @escaping @Sendable () -> Void, for run: Int64, on queue: DispatchQueue
  ) {
    queue.async { TaskCenter.$run.withValue(run, operation: handler) }
  }

  /// The time since 1970 on the daemon's clock, in whole milliseconds.
  var elapsed: Duration {
    .seconds((try? daemonsDate())?.timeIntervalSince1970 ?? 0)
  }

  /// Converts a date to the daemon's clock. If that is simulated, the distance from now is kept, rounded to seconds:
  /// some milliseconds have passed since the app computed the date.
  func onDaemonsClock(_ date: Date) throws(BGTaskScheduler.Error) -> Date {
    guard try attachment().isSimulated else { return date }
    let ahead = date.timeIntervalSinceNow.rounded()
    return (try daemonsDate() ?? Date()) + ahead
  }

  /// Converts a date of the daemon's clock to the clock of this process.
  func onOwnClock(_ date: Date) throws(BGTaskScheduler.Error) -> Date {
    guard try attachment().isSimulated else { return date }
    return Date() + date.timeIntervalSince(try daemonsDate() ?? Date()).rounded()
  }

  /// Converts the date of a queued request to the clock of this process.
  func withDatesOnOwnClock(_ request: BGTaskRequest) throws(BGTaskScheduler.Error) -> BGTaskRequest
  {
    if let alarm = request as? AlarmRequest {
      return AlarmRequest(alarm: alarm.alarm, date: try onOwnClock(alarm.date))
    }
    request.earliestBeginDate = try request.earliestBeginDate.map {
      (date) throws(BGTaskScheduler.Error) in
      try onOwnClock(date)
    }
    return request
  }

  /// Returns the present date on the daemon's clock; `nil` if the reply is not a date.
  private func daemonsDate() throws(BGTaskScheduler.Error) -> Date? {
    DateText.date(try call(GetClock()).now)
  }

  /// Sleeps until the daemon's clock has reached `deadline`. The daemon wakes this process at that time. Returns
  /// immediately if the deadline is past.
  func sleep(until deadline: Duration) async throws {
    try Task.checkCancellation()
    let remaining = deadline - elapsed
    guard remaining > .zero else { return }
    // A limit for other work does not show that this run sleeps.
    let run = TimeLimit.isAwaitedHere ? nil : TaskCenter.current.presentRun
    let number = sleeps.nextNumber()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        sleeps.add(continuation, as: number)
        // The task was cancelled before it slept.
        if Task.isCancelled { return cancelSleep(number) }
        sleeps.calls.async { [self] in reportSleep(number, seconds: remaining / .seconds(1), run) }
      }
    } onCancel: {
      cancelSleep(number)
    }
  }

  /// Reports a sleep to the daemon, which wakes this process after these seconds. If the call fails, the sleep ends
  /// with the error.
  private func reportSleep(_ number: Int64, seconds: Double, _ run: Int64?) {
    guard sleeps.isWaiting(number) else { return }
    do throws(BGTaskScheduler.Error) {
      let process = try attachment().process
      _ = try call(Sleep(process: process, sleep: number, seconds: seconds, run: run))
    } catch {
      sleeps.remove(number)?.resume(throwing: error)
    }
  }

  /// Ends a sleep with a `CancellationError`, and removes it from the daemon. Does nothing if the sleep has already
  /// ended.
  private func cancelSleep(_ number: Int64) {
    guard let continuation = sleeps.remove(number) else { return }
    continuation.resume(throwing: CancellationError())
    sleeps.calls.async { [self] in
      // Without a connection the daemon knows no sleeps.
      guard let process = try? attachment().process else { return }
      // Without seconds, the call removes the sleep.
      _ = try? call(Sleep(process: process, sleep: number))
    }
  }
}
