import BackgroundTasks
import Foundation
import Scheduling

// Actions of a debugger on a phone, and of a server.
extension Bench {
  /// Starts a queued task regardless of its conditions, as the debugger's `_simulateLaunchForTaskWithIdentifier:`.
  ///
  /// - Throws: `BenchError` if the task is not queued.
  public func simulateLaunch(_ identifier: String) async throws {
    try await simulate(identifier) { .runNow($0, .forceReally, $1) }
  }

  /// Expires a running task, as `_simulateExpirationForTaskWithIdentifier:` does.
  ///
  /// - Throws: `BenchError` if the task is not running.
  public func simulateExpiration(_ identifier: String) async throws {
    noteEndByHand(identifier)
    try await simulate(identifier) { .stop($0, .budgetByHand, $1) }
  }

  /// Notes that the test expires the task, so that the run does not count against its handler.
  private func noteEndByHand(_ identifier: String) {
    change { state in
      let key = state.world.key(identifier)
      state.findings.noteEndByHand(
        of: state.world.live.lazy.filter { $0.key == key }.map(\.id))
    }
  }

  /// Expires a run at the second that the variant of the test sets.
  func expireEarly(_ task: HeldTask) {
    noteEndByHand(task.identifier)
    change { state in
      let key = state.world.key(task.identifier)
      // A run that has ended meanwhile needs no end.
      _ = try? state.world.ask { .stop(key, .budgetByHand, $0) }
    }
  }

  /// Starts the background fetch of an app that has set a fetch interval, as Xcode's Simulate Background Fetch does.
  ///
  /// - Throws: `BenchError` if the app has set no interval.
  public func simulateFetch() async throws { try await simulateLaunch(Self.fetch) }

  /// Sends a remote notification and delivers it now, regardless of its conditions.
  ///
  /// - Throws: The errors of `push(_:)`.
  public func simulatePush(_ payload: String) async throws {
    let isRunning = change { state in state.world.live.contains { $0.key.id == Self.push } }
    try await push(payload)
    // An app in the foreground has already received it.
    if !isRunning, change({ $0.world.request(Self.push) }) != nil {
      try await simulateLaunch(Self.push)
    }
  }

  /// Sends a remote notification, which replaces a pending one. The scheduler decides when to deliver it; an app in the
  /// foreground receives it immediately.
  ///
  /// - Parameter payload: The notification's JSON, with `"content-available": 1` in `aps`.
  /// - Throws: `BenchError` if it would not wake an app.
  public func push(_ payload: String) async throws {
    let aps = (try? JSONSerialization.jsonObject(with: Data(payload.utf8)) as? [String: Any])?[
      "aps"]
    guard (aps as? [String: Any])?["content-available"] as? Int == 1 else {
      throw BenchError(
        "\(payload) wakes no app; add \"content-available\": 1 to \"aps\""
      )
    }
    do {
      try change { state in
        var submission = Submission(
          owner: state.world.key.owner, id: nil, kind: .push, command: Command(arguments: []))
        submission.app = state.world.key.id
        submission.terms.task = .push(payload: payload)
        let finalSubmission = submission
        _ = try state.world.ask { .submit(finalSubmission, $0) }
      }
    } catch let refusal as Refusal {
      throw BenchError(BenchAdvice.text(refusal.message))
    }
    await settle()
  }

  /// The identifier of the runs of fetches.
  public static let fetch = TaskCategory.fetchIdentifier
  /// The identifier of the runs of remote notifications.
  public static let push = TaskCategory.pushIdentifier

  /// Sends an event to the scheduler for a task, and waits for the app. If the scheduler refuses, throws a `BenchError`
  /// with the reasons that hold the task.
  private func simulate(
    _ identifier: String, _ event: (RequestKey, Ticket) -> Event
  ) async throws {
    do {
      try change { state in
        let key = state.world.key(identifier)
        _ = try state.world.ask { event(key, $0) }
      }
    } catch let refusal as Refusal {
      throw BenchError("\(BenchAdvice.text(refusal.message)). \(whyNot(identifier))")
    }
    await settle()
  }
}
