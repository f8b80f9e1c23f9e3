import BackgroundTasks
import Control
import Foundation
import Varlink

// Submits, cancels and lists requests.
extension DaemonLink {
  /// Submits a request with its dates on the daemon's clock. A date that cannot be expressed is sent as `DateText.end`,
  /// which the daemon refuses.
  func submit(_ request: BGTaskRequest, kind: String) throws(BGTaskScheduler.Error) {
    // A continued task is begun by its user, so its date has no effect.
    let begin = request is BGContinuedProcessingTaskRequest ? nil : request.earliestBeginDate
    let earliest = try begin.flatMap { (date) throws(BGTaskScheduler.Error) in
      // A date that is past is omitted.
      date > Date() ? DateText.text(try onDaemonsClock(date)) ?? DateText.end : nil
    }
    var terms = TaskClassInfo(of: request)
    if let alarm = request as? AlarmRequest {
      terms?.due = DateText.text(try onDaemonsClock(alarm.date)) ?? DateText.end
    }
    _ = try call(
      Submit(
        id: request.identifier, app: try app(), kind: kind, task: terms,
        earliest: earliest, every: request.every, requires: request.conditions))
  }

  /// Removes a queued request and lets its run continue. An error is logged only if the daemon is unavailable.
  func cancel(_ identifier: String) {
    do throws(BGTaskScheduler.Error) {
      let app = try app()
      // Without an owner, the identifier of an app of root could select a request of another user, here and in a list
      // of this identifier. The uid of this process is not the owner's if the process is in a container.
      let request = try requests().first { $0.id == identifier }
      guard let request else { return }
      _ = try call(
        Cancel(id: identifier, app: app, owner: request.owner, keepRunning: true))
    } catch {
      // An identifier that is not queued needs no cancelling.
      if error.code == .unavailable { Log.write(error.localizedDescription) }
    }
  }

  /// Returns the app's waiting requests, with dates on the clock of this process; empty if the daemon returns an error.
  func pending() -> [BGTaskRequest] {
    do throws(BGTaskScheduler.Error) {
      // An earlier task with the same identifier may still run; its request no longer exists.
      let pending = try requests().filter { $0.state == "waiting" }
        .compactMap(BGTaskRequest.pending)
      return try pending.map { (request) throws(BGTaskScheduler.Error) in
        try withDatesOnOwnClock(request)
      }
    } catch {
      Log.write("the queued requests are unknown: \(error.localizedDescription)")
      return []
    }
  }
}
