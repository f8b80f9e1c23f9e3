import Foundation
import Synchronization
import Testing

/// A server that accepts connections, and answers late or never.
struct SilentServerTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func run(_ words: [String], by server: FalseServer) throws -> Rubatoctl.Result {
    try Rubatoctl.run(words, environment: ["RUBATO_SOCKET": server.socket])
  }

  @Test(arguments: [
    ["status"], ["submit", "--", "true"], ["watch"], ["wait", "--run", "1"], ["wait", "a"],
    ["logs", "--run", "1"], ["logs", "-f", "--run", "1"], ["logs", "-f", "a"], ["drain", "--wait"],
    ["clock", "advance", "1h"], ["release", "--all"], ["policy", "show"], ["edit", "a"],
  ])
  func whoAsksAServerThatNeverAnswersIsNotHeld(words: [String]) throws {
    let server = try FalseServer(directory) { _, _ in }
    let said = try run(["--timeout", "100ms"] + words, by: server)
    #expect(said.code == 3, "\(said)")
    #expect(said.errors.contains("no answer on \(server.socket) within 100 ms;"), "\(said)")
    #expect(said.errors.contains("--timeout 5m"), "\(said)")
  }

  @Test func afterFiveSecondsItIsSaid() throws {
    let server = try FalseServer(directory) { _, _ in }
    let said = try run(["status", "--timeout", "5500ms"], by: server)
    #expect(said.code == 3 && said.errors.contains("no answer yet on \(server.socket)"), "\(said)")
    let json = try run(["status", "--timeout", "100ms", "--json"], by: server)
    #expect(json.code == 3 && json.errors.hasPrefix("{\"error\":\"NoDaemon\""), "\(json)")
  }

  private static let clock: AnyJSON = .object([
    "parameters": .object([
      "now": .string("2026-03-02T12:00:00.000Z"), "simulated": .bool(true), "rate": .whole(0),
      "runs": .whole(0), "zoneSeconds": .whole(0), "slept": .whole(0),
    ])
  ])

  /// A delayed answer is waited for beyond the time-out.
  @Test func aLongWaitIsNotEnded() throws {
    let silent = try FalseServer(directory, name: "silent") { _, _ in }
    let server = try FalseServer(directory) { call, reply in
      switch call["method"]?.text?.split(separator: ".").last {
      case "GetClock": reply(Self.clock)
      default:
        // The wait takes as long as another call waits in vain, and longer than the time-out of this one.
        let other = try? Rubatoctl.run(
          ["status", "--timeout", "2500ms"], environment: ["RUBATO_SOCKET": silent.socket])
        let now: AnyJSON = .object(["now": .string("2026-03-02T13:00:00.000Z")])
        reply(
          .object(other?.code == 3 ? ["parameters": now] : ["error": .string("no.such.Error")]))
      }
    }
    let said = try run(["clock", "advance", "1h", "--timeout", "2s"], by: server)
    #expect(said.code == 0 && said.output.contains("13:00"), "\(said)")
  }

  @Test(arguments: [["--run", "1"], ["a"]])
  func theTimeOutOfWaitEndsTheWait(words: [String]) throws {
    let server = try FalseServer(directory) { call, reply in
      switch call["method"]?.text?.split(separator: ".").last {
      case "GetClock": reply(Self.clock)
      case "Runs": reply(.object(["parameters": .object(["runs": .array([])])]))
      default: break
      }
    }
    let said = try run(["wait", "--timeout", "2s"] + words, by: server)
    #expect(said.code == 1 && said.errors.contains("has not ended within 2 s"), "\(said)")
  }

  @Test(arguments: ["soon", "0s", "-1s"])
  func theTimeOutIsADuration(text: String) throws {
    let said = try Rubatoctl.run(["status", "--timeout=\(text)"])
    #expect(said.code == 1 && said.errors.contains("--timeout '\(text)' is not allowed"), "\(said)")
  }
}
