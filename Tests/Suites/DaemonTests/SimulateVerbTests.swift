import Foundation
import Testing

/// `rubatoctl simulate`, which needs no daemon, as a program.
struct SimulateVerbTests {
  private func simulate(_ arguments: [String]) throws -> Rubatoctl.Result {
    try Rubatoctl.run(["simulate"] + arguments)
  }

  /// Simulates with the content of a file in a pipe as standard input.
  private func simulate(
    _ arguments: [String], readingPipeFrom file: String
  ) throws -> Rubatoctl.Result {
    let script = ["-c", #"cat "$0" | "$@""#, file, Rubatoctl.built.path, "simulate"]
    return try Rubatoctl.run(script + arguments, as: URL(filePath: "/bin/sh"))
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

  @Test func anOptionWithoutTheOneThatItRequiresIsAnErrorOfUsage() throws {
    let result = try simulate(["--trace", "x", "--junit", "y"])
    #expect(result.code == 2, "\(result)")
    #expect(result.errors.hasPrefix("rubatoctl: --junit requires --expect;"), "\(result)")
  }

  /// A scenario of one day, and a trace that ends on its second day: both count as whole days.
  @Test func moreDaysThanThereAreAreRefused() throws {
    let directory = try TemporaryDirectory()
    let trace = try write(day, into: directory)
    let scenario = "\(directory.path)/short.yaml"
    let text = """
      name: short
      start: 2026-03-02T06:00
      end: 20h
      device: {battery: {level: 90}}
      apps:
        - name: news
          opens: [{at: "07:00"}]
          tasks: [{id: refresh, kind: refresh}]
      """
    try text.write(toFile: scenario, atomically: true, encoding: .utf8)
    for (subject, file, days) in [(["--trace", trace], trace, 1), ([scenario], scenario, 1)] {
      #expect(try simulate(subject + ["--days", "\(days)"]).code == 0)
      let result = try simulate(subject + ["--days", "365"])
      #expect(result.code == 1)
      #expect(
        result.errors.contains(
          "--days '365' is not allowed; use more than 0, up to the \(days) days of \(file)"),
        "\(result.errors)")
    }
  }

  @Test func aCommandLineThatCannotBeReadIsUsage() throws {
    let result = try simulate([])
    #expect(result.code == 2)
    #expect(result.errors.contains("Usage: rubatoctl simulate"))
  }

  // MARK: Work requests

  /// The work requests replace the work of a trace. A part without an equivalent is named in the report, or is an error
  /// with promises. A request that never succeeds breaks a promise.
  @Test func workRequestsOfAnAppAreSimulatedOnATrace() throws {
    let directory = try TemporaryDirectory()
    let trace = try write(day, into: directory)
    let (work, promises) = ("\(directory.path)/work.json", "\(directory.path)/expect.yaml")
    let requests = """
      [{"uniqueName": "sync", "constraints": {"requiredNetworkType": "METERED"}},
       {"uniqueName": "broken", "work": {"failureRate": 1}}]
      """
    try requests.write(toFile: work, atomically: true, encoding: .utf8)
    try "expect: {\"*\": {successes: at least 1}}".write(
      toFile: promises, atomically: true, encoding: .utf8)
    let arguments = ["--trace", trace, "--work-requests", work]
    let report = try simulate(arguments)
    #expect(report.code == 0 && report.errors.isEmpty, "\(report)")
    #expect(report.output.contains("lost: sync: requiredNetworkType METERED"), "\(report)")
    #expect(!report.output.contains("news/refresh"), "\(report)")
    #expect(try simulate(arguments + ["--json"]).output.contains("\"workRequests\""))
    let check = try simulate(arguments + ["--expect", promises])
    #expect(check.code == 1 && check.output.contains("BROKEN  * successes"), "\(check)")
    #expect(check.errors.hasPrefix("lost: sync: "), "\(check)")
    // With promises, the requests are read once for their notes and once for the worlds; a comparison reads the trace
    // for each side.
    let piped = ["--trace", trace, "--work-requests", "-", "--expect", promises]
    let checkOfPipe = try simulate(piped, readingPipeFrom: work)
    #expect(checkOfPipe.code == 1 && checkOfPipe.output.contains("BROKEN"), "\(checkOfPipe)")
    #expect(checkOfPipe.errors == check.errors)
    let comparison = ["--work-requests", work, "--baselines", "--trace"]
    let (ofFile, ofPipe) = (
      try simulate(comparison + [trace]),
      try simulate(comparison + ["/dev/stdin"], readingPipeFrom: trace)
    )
    // The outputs differ in the name of the trace.
    #expect(ofPipe.code == 0 && ofPipe.errors == ofFile.errors, "\(ofPipe)")
    try "[{\"uniqueName\": \"a b\"}]".write(toFile: work, atomically: true, encoding: .utf8)
    let refused = try simulate(arguments)
    #expect(refused.code == 1)
    #expect(refused.errors.contains("\(work):1:17: uniqueName 'a b' is not allowed"), "\(refused)")
  }

  // MARK: Promises

  private let app = """
    name: app
    start: 2026-03-02T00:00
    end: 1d
    device: {battery: none, heat: none}
    tasks:
      - {id: trim, kind: maintenance, arrives: "10:00", work: {length: 40s}}
    """

  private func check(_ promise: String, in directory: TemporaryDirectory) throws
    -> Rubatoctl.Result
  {
    let (scenario, expectations) = ("\(directory.path)/app.yaml", "\(directory.path)/expect.yaml")
    try app.write(toFile: scenario, atomically: true, encoding: .utf8)
    try "seeds: 2\nexpect: {trim: {\(promise)}}".write(
      toFile: expectations, atomically: true, encoding: .utf8)
    return try simulate([
      scenario, "--expect", expectations, "--junit", "\(directory.path)/out.xml",
    ])
  }

  @Test func keptPromisesAreSuccess() throws {
    let directory = try TemporaryDirectory()
    let result = try check("successes: 1", in: directory)
    #expect(result.code == 0 && result.errors.isEmpty)
    #expect(result.output.contains("kept    trim successes: 1  (2 of 2)"))
    let junit = try String(contentsOfFile: "\(directory.path)/out.xml", encoding: .utf8)
    #expect(junit.contains("tests=\"1\" failures=\"0\""))
  }

  @Test func aBrokenPromiseIsToldInASentenceWithTheCommandThatShowsIt() throws {
    let directory = try TemporaryDirectory()
    let result = try check("successes: 7", in: directory)
    #expect(result.code == 1)
    #expect(
      result.output.contains(
        "trim: the number of successes should be 7 in 100 % of 2 seeds, and is so in 0; with seed 1"
          + " it is 1: rubatoctl simulate \(directory.path)/app.yaml --seed 1"))
    let junit = try String(contentsOfFile: "\(directory.path)/out.xml", encoding: .utf8)
    #expect(junit.contains("<failure message=\"trim: the number of successes"))
  }

  @Test func aMistakeInAScenarioIsSaidWithItsPlace() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/app.yaml"
    try app.replacing("none", with: "some").write(
      toFile: path, atomically: true, encoding: .utf8)
    let result = try simulate([path])
    #expect(result.code == 1)
    #expect(result.errors.hasPrefix("rubatoctl: \(path):4:19: 'battery' is 'key: value' lines"))
  }
}
