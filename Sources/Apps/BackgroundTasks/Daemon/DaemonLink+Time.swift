import Control
import Foundation

// The clock of a daemon that simulates. With any other, time is the machine's, and the daemon is not asked.
extension DaemonLink {
  func perform(
    _ handler: @escaping @Sendable () -> Void, for run: Int64, on queue: DispatchQueue
  ) {
    queue.async { TaskCenter.$run.withValue(run, operation: handler) }
  }

  /// Since 1970 on the daemon's clock, in milliseconds.
  var elapsed: Duration {
    .seconds((try? daemonsDate())?.timeIntervalSince1970 ?? 0)
  }

  /// A moment of this process on the daemon's clock, which is another where that is simulated: what counts is how far ahead it is,
  /// in whole seconds.
  func onDaemonsClock(_ date: Date) throws(BGTaskScheduler.Error) -> Date {
    guard try attachment().isSimulated else { return date }
    let ahead = date.timeIntervalSinceNow.rounded()
    return (try daemonsDate() ?? Date()) + ahead
  }

  /// A moment of the daemon's clock on that of this process.
  func onOwnClock(_ date: Date) throws(BGTaskScheduler.Error) -> Date {
    guard try attachment().isSimulated else { return date }
    return Date() + date.timeIntervalSince(try daemonsDate() ?? Date()).rounded()
  }

  /// A queued request with its date by the clock of this process.
  func ofOwnClock(_ request: BGTaskRequest) throws(BGTaskScheduler.Error) -> BGTaskRequest {
    if let alarm = request as? AlarmRequest {
      return AlarmRequest(alarm: alarm.alarm, date: try onOwnClock(alarm.date))
    }
    request.earliestBeginDate = try request.earliestBeginDate.map {
      (date) throws(BGTaskScheduler.Error) in
      try onOwnClock(date)
    }
    return request
  }

  private func daemonsDate() throws(BGTaskScheduler.Error) -> Date? {
    Moment.date(try call(GetClock()).now)
  }

  func sleep(until deadline: Duration) async throws {
    try Task.checkCancellation()
    let left = deadline - elapsed
    guard left > .zero else { return }
    // What bounds other work is no sign that this sleeps.
    let run = TimeLimit.isKeptHere ? nil : TaskCenter.current.presentRun
    let number = sleeps.takeNumber()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        sleeps.add(continuation, as: number)
        // Cancelled before it slept.
        if Task.isCancelled { return cancel(number) }
        sleeps.calls.async { [self] in begin(number, seconds: left / .seconds(1), run) }
      }
    } onCancel: {
      cancel(number)
    }
  }

  private func begin(_ number: Int64, seconds: Double, _ run: Int64?) {
    guard sleeps.isWaiting(number) else { return }
    do throws(BGTaskScheduler.Error) {
      let process = try attachment().process
      _ = try call(Sleep(process: process, sleep: number, seconds: seconds, run: run))
    } catch {
      sleeps.take(number)?.resume(throwing: error)
    }
  }

  private func cancel(_ number: Int64) {
    guard let continuation = sleeps.take(number) else { return }
    continuation.resume(throwing: CancellationError())
    sleeps.calls.async { [self] in
      // A daemon that is gone knows of no sleeps.
      guard let process = try? attachment().process else { return }
      _ = try? call(Sleep(process: process, sleep: number))
    }
  }
}
