import Foundation
import Testing

/// `rubatoctl simulate`, which needs no daemon, as a program.
struct SimulateVerbTests {
  private func simulate(_ arguments: [String]) throws -> Rubatoctl.Result {
    try Rubatoctl.run(["simulate"] + arguments)
  }

  private func write(_ lines: [String], into directory: TemporaryDirectory) throws -> String {
    let path = "\(directory.path)/trace.jsonl"
    try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  private let day = [
    "{\"t\": 1767571200, \"ev\": \"charging\", \"on\": false}",
    "{\"t\": 1767596400, \"ev\": \"open\", \"app\": \"news\", \"res\": 3600}",
    "{\"t\": 1767650400, \"ev\": \"charging\", \"on\": true}",
    "{\"t\": 1767657600, \"ev\": \"charging\", \"on\": false}",
  ]

  @Test func theSameSeedGivesTheSameBytesInAnotherProcess() throws {
    let directory = try TemporaryDirectory()
    let trace = try write(day, into: directory)
    var results: [String] = []
    for number in 0..<2 {
      let runs = "\(directory.path)/runs-\(number)"
      let result = try simulate(["--trace", trace, "--runs", runs, "--seed", "7", "--json"])
      #expect(result.code == 0 && result.errors.isEmpty)
      results.append(result.output + (try String(contentsOfFile: runs, encoding: .utf8)))
    }
    #expect(results[0] == results[1])
    #expect(results[0].contains("\"app\":\"news\""))
  }

  @Test func whatIsWrongWithATraceIsSaidWithItsLine() throws {
    let directory = try TemporaryDirectory()
    let trace = try write(day + ["{\"t\": 1, \"ev\": \"open\"}"], into: directory)
    let result = try simulate(["--trace", trace])
    #expect(result.code == 1)
    #expect(result.errors.hasPrefix("rubatoctl: \(trace):5: app is missing"))
  }

  @Test(arguments: [
    ["--refreshes-per-day", "0"], ["--days", "-1"], ["--split", "tomorrow"],
    ["--work-at", "25:00"], ["--seed", "-7"],
  ])
  func valuesThatAreNotAllowedAreRefusedByName(arguments: [String]) throws {
    let result = try simulate(["--trace", "x"] + arguments)
    #expect(result.code == 1)
    #expect(result.errors.contains("\(arguments[0]) '\(arguments[1])' is not allowed; use"))
  }

  @Test func aCommandLineThatCannotBeReadIsUsage() throws {
    let result = try simulate([])
    #expect(result.code == 2)
    #expect(result.errors.contains("Usage: rubatoctl simulate"))
  }
}
