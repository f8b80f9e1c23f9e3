import Foundation
import Testing

/// The processes of a simulation of many worlds: their ends, and their progress for programs.
struct SimulationProcessTests {
  private let directory: TemporaryDirectory
  private let scenario, promises: String

  init() throws {
    directory = try TemporaryDirectory()
    scenario = "\(directory.path)/phone.yaml"
    promises = "\(directory.path)/expect.yaml"
    let phone = """
      name: phone
      start: 2026-03-02T00:00
      end: 2d
      apps:
        - name: news
          opens: [{times: 6, between: 07:00 to 22:00}]
          tasks: [{id: refresh, kind: refresh, resubmits: 15m}]
      population: {slowness: 1 to 3}
      """
    try phone.write(toFile: scenario, atomically: true, encoding: .utf8)
    try "expect: {news.refresh: {runs: at least 1}}".write(
      toFile: promises, atomically: true, encoding: .utf8)
  }

  // MARK: Ends

  @Test(arguments: [
    (SIGKILL, "was killed, perhaps for lack of memory; use fewer --jobs"),
    // This signal is neither blocked by libdispatch nor caught by Swift's runtime.
    (SIGSYS, "was ended by signal 31 (Bad system call); simulate device "),
  ])
  func theReasonOfAnEndedProcessIsReported(signal: Int32, reason: String) throws {
    let simulation = try RunningSimulation([
      "simulate", scenario, "--population", "2000", "--jobs", "2",
    ])
    try simulation.waitUntilDone(1)
    let pid = simulation.pid
    let children = try String(contentsOfFile: "/proc/\(pid)/task/\(pid)/children", encoding: .utf8)
    let workers = children.split(separator: " ").compactMap { Int32($0) }
    #expect(workers.count == 2)
    #expect(kill(try #require(workers.first), signal) == 0)
    #expect(simulation.exitCode() == 1)
    let last = simulation.seen.split(separator: "\n").last.map(String.init) ?? ""
    #expect(last.hasPrefix("rubatoctl: the process of device ") && last.contains(reason), "\(last)")
  }

  // MARK: Files

  @Test func incompleteFilesOfKilledSimulationsAreRemoved() throws {
    let others = [".all.json.swp", ".other.json.0123456789ab"]
    for name in others + [".all.json.0123456789ab", ".all.json.lock"] {
      try "{".write(toFile: "\(directory.path)/\(name)", atomically: true, encoding: .utf8)
    }
    let result = try Rubatoctl.run([
      "simulate", scenario, "--population", "2", "--output", "\(directory.path)/all.json",
    ])
    #expect(result.code == 0, "\(result.errors)")
    let names = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
    #expect(names == others + ["all.json", "expect.yaml", "phone.yaml"])
  }

  @Test func twoSimulationsDoNotWriteOneFile() throws {
    let words = ["simulate", scenario, "--output", "\(directory.path)/all.json", "--population"]
    let simulation = try RunningSimulation(words + ["2000"])
    try simulation.waitUntilDone(1)
    let second = try Rubatoctl.run(words + ["2000"])
    kill(simulation.pid, SIGKILL)
    _ = simulation.exitCode()
    #expect(second.code == 1 && second.output.isEmpty)
    #expect(second.errors.contains("another simulation writes \(directory.path)/all.json; wait"))
    try FileManager.default.removeItem(atPath: "\(directory.path)/all.json")
    let third = try Rubatoctl.run(words + ["2"])
    #expect(third.code == 0, "\(third.errors)")
  }

  @Test func aFileThatCannotBeWrittenIsRefused() throws {
    let result = try Rubatoctl.run([
      "simulate", scenario, "--population", "2", "--output", "\(scenario)/all.json",
    ])
    #expect(result.code == 1)
    #expect(result.errors.contains(": Not a directory; name another with --output"))
  }

  // MARK: Estimates

  private struct Estimate: Decodable {
    var sampled: [Int]
  }

  @Test func theDevicesOfAnEstimateAreFromTheWholePopulation() throws {
    let result = try Rubatoctl.run([
      "simulate", scenario, "--population", "39", "--estimate", "--json",
    ])
    let sampled = try JSONDecoder().decode(Estimate.self, from: Data(result.output.utf8)).sampled
    #expect(sampled.count >= 3 && Set(sampled).isSubset(of: (0..<20).map { 1 + $0 * 39 / 20 }))
  }

  // MARK: Progress

  @Test func progressNamesDevicesOrSeeds() throws {
    let arguments = ["simulate", scenario, "--expect", promises, "--progress", "json"]
    let seeds = try Rubatoctl.run(arguments + ["--seed", "5", "--seeds", "2"])
    #expect(
      seeds.errors.split(separator: "\n") == [
        "{\"done\":0,\"seeds\":2}", "{\"done\":1,\"seed\":5,\"seeds\":2}",
        "{\"done\":2,\"seed\":6,\"seeds\":2}",
      ], "\(seeds.errors)")
    let devices = [
      "{\"devices\":2,\"done\":0}", "{\"device\":1,\"devices\":2,\"done\":1}",
      "{\"device\":2,\"devices\":2,\"done\":2}",
    ]
    for more in [[], ["--junit", "\(directory.path)/x.xml"]] {
      let population = try Rubatoctl.run(arguments + ["--population", "2"] + more)
      #expect(population.errors.split(separator: "\n").map(String.init) == devices)
    }
  }
}
