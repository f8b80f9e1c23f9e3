import Control
import Foundation
import Synchronization
import Testing

/// Apps whose daemon cannot accept a call for a moment, as on a full disk or with too many connections.
@Suite struct UnavailableDaemonTests {
  private static let unavailable = AnyJSON.object([
    "error": .string(ControlError.unavailable.fullName),
    "parameters": .object(["message": .string("the disk is full")]),
  ])
  private static let accepted = AnyJSON.object(["parameters": .object([:])])

  private let directory: TemporaryDirectory
  /// The number of calls so far, by their description.
  private let counts = Counts()

  init() throws { directory = try TemporaryDirectory() }

  private final class Counts: Sendable {
    private let counts = Mutex<[String: Int]>([:])

    /// Counts a call. Returns whether it is the first of its sort.
    func isFirst(_ sort: String) -> Bool {
      counts.withLock { counts in
        counts[sort, default: 0] += 1
        return counts[sort] == 1
      }
    }
  }

  /// Returns an event for the attached process.
  private static func event(_ name: String, _ more: [String: AnyJSON] = [:]) -> AnyJSON {
    let members: [String: AnyJSON] = ["event": .string(name), "process": .whole(1)]
    return .object([
      "parameters": .object(members.merging(more) { $1 }), "continues": .bool(true),
    ])
  }

  /// Returns the event that delivers a task.
  private static func task(_ run: Int64, _ id: String, _ kind: String) -> AnyJSON {
    event(
      "task",
      [
        "task": .object([
          "run": .whole(run), "id": .string(id), "kind": .string(kind), "budget": .whole(30),
        ])
      ])
  }

  /// Returns the method of a call, without its interface.
  private static func method(_ call: AnyJSON) -> String {
    call["method"]?.text?.split(separator: ".").last.map(String.init) ?? ""
  }

  @Test func aRefusedAppAttachesAgain() throws {
    let server = try FalseServer(directory) { [counts] call, reply in
      guard Self.method(call) == "AttachApp" else { return reply(Self.accepted) }
      if counts.isFirst("attachment") { return reply(Self.unavailable) }
      reply(Self.event("attached"))
      reply(Self.task(1, InstalledApp.refresh, "refresh"))
    }
    let process = try UsersProcess("complete", socket: server.socket)
    _ = try process.output(until: "handles \(InstalledApp.refresh)")
  }

  /// Otherwise the daemon would kill the process at the end of the budget, for a task that is complete.
  @Test func aCompletionIsReportedUntilItIsAccepted() throws {
    let accepted = DispatchSemaphore(value: 0)
    let server = try FalseServer(directory) { [counts] call, reply in
      switch Self.method(call) {
      case "AttachApp":
        reply(Self.event("attached"))
        reply(Self.task(1, InstalledApp.refresh, "refresh"))
        accepted.wait()
        reply(Self.task(2, InstalledApp.clean, "processing"))
      case "ReportRun" where call["parameters"]?["completed"] != nil:
        if counts.isFirst("completion") { return reply(Self.unavailable) }
        reply(Self.accepted)
        accepted.signal()
      default: reply(Self.accepted)
      }
    }
    let process = try UsersProcess("complete", socket: server.socket)
    _ = try process.output(until: "handles \(InstalledApp.clean)")
  }

  /// Otherwise the daemon would kill the process as one that does not finish its launch.
  @Test func theEndOfALaunchIsReportedUntilItIsAccepted() throws {
    let accepted = DispatchSemaphore(value: 0)
    let server = try FalseServer(directory) { [counts] call, reply in
      switch Self.method(call) {
      case "AttachApp":
        reply(Self.event("attached"))
        accepted.wait()
        reply(Self.task(1, InstalledApp.refresh, "refresh"))
      case "FinishLaunch":
        if counts.isFirst("launch") { return reply(Self.unavailable) }
        reply(Self.accepted)
        accepted.signal()
      default: reply(Self.accepted)
      }
    }
    // Its launch waits for the attachment, since it submits requests.
    let process = try UsersProcess("feeds", socket: server.socket)
    _ = try process.output(until: "handles \(InstalledApp.refresh)")
  }

  /// A daemon whose state was reset or restored gives the number of a complete run to another one.
  @Test func aRunWithTheNumberOfACompleteOneIsAnotherRun() throws {
    let completed = DispatchSemaphore(value: 0)
    let server = try FalseServer(directory) { [counts] call, reply in
      switch Self.method(call) {
      case "AttachApp":
        reply(Self.event("attached"))
        guard counts.isFirst("attachment") else {
          return reply(Self.task(1, InstalledApp.clean, "processing"))
        }
        reply(Self.task(1, InstalledApp.refresh, "refresh"))
        completed.wait()
        // The last reply, after which the process attaches again.
        reply(.object(["parameters": .object(["event": .string("end"), "process": .whole(1)])]))
      case "Submit":
        // The process submits after the completion was accepted.
        if counts.isFirst("request") { completed.signal() }
        reply(Self.accepted)
      default: reply(Self.accepted)
      }
    }
    let process = try UsersProcess("submits-after", socket: server.socket)
    _ = try process.output(until: "handles \(InstalledApp.clean)")
  }
}
