import BackgroundTasks
import Foundation
import Scheduling

// What a debugger does with an app on a phone, and what a server does.
extension Bench {
  /// Begins a queued task now, past all that holds it, as the debugger's `_simulateLaunchForTaskWithIdentifier:` does.
  ///
  /// - Throws: `BenchError` where none is queued.
  public func simulateLaunch(_ identifier: String) async throws {
    try await simulate(identifier) { .runNow($0, .forceReally, $1) }
  }

  /// Ends the time of a task that runs, as `_simulateExpirationForTaskWithIdentifier:` does.
  ///
  /// - Throws: `BenchError` where it does not run.
  public func simulateExpiration(_ identifier: String) async throws {
    noteEndByHand(identifier)
    try await simulate(identifier) { .stop($0, .budgetByHand, $1) }
  }

  /// What a test ends says nothing of its handler.
  private func noteEndByHand(_ identifier: String) {
    change { state in
      let key = state.world.key(identifier)
      state.findings.noteEndByHand(
        of: state.world.live.lazy.filter { $0.key == key }.map(\.id))
    }
  }

  /// Lets the app fetch now, which has asked for it by an interval, as Xcode's Simulate Background Fetch does.
  ///
  /// - Throws: `BenchError` where it has not.
  public func simulateFetch() async throws { try await simulateLaunch(Self.fetch) }

  /// A remote notification arrives and is delivered now, past all that would hold it.
  ///
  /// - Throws: As `push(_:)`.
  public func simulatePush(_ payload: String) async throws {
    let isThere = change { state in state.world.live.contains { $0.key.id == Self.push } }
    try await push(payload)
    // An app in front has it already.
    if !isThere, change({ $0.world.request(Self.push) }) != nil {
      try await simulateLaunch(Self.push)
    }
  }

  /// A remote notification arrives: it is delivered when the scheduler has it so, and in place of one that waits. An app in front
  /// gets it at once.
  ///
  /// - Parameter payload: Its JSON, with `"content-available": 1` in `aps`.
  /// - Throws: `BenchError` where it would wake no app.
  public func push(_ payload: String) async throws {
    let aps = (try? JSONSerialization.jsonObject(with: Data(payload.utf8)) as? [String: Any])?[
      "aps"]
    guard (aps as? [String: Any])?["content-available"] as? Int == 1 else {
      throw BenchError(
        "a notification without \"content-available\": 1 in \"aps\" wakes no app; this is \(payload)"
      )
    }
    do {
      try change { state in
        var submission = Submission(
          owner: state.world.key.owner, id: nil, kind: .push, command: Command(arguments: []))
        submission.app = state.world.key.id
        submission.terms.task = .push(payload: payload)
        let made = submission
        _ = try state.world.ask { .submit(made, $0) }
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
