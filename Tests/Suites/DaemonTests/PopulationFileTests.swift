import Foundation
import Testing

/// `simulate --population` with a file that it continues from, with several processes, and the parts that `merge`
/// finds missing.
struct PopulationFileTests {
  private let directory: TemporaryDirectory
  private let scenario: String

  init() throws {
    directory = try TemporaryDirectory()
    scenario = "\(directory.path)/phone.yaml"
    try PopulationScenario.phone.write(toFile: scenario, atomically: true, encoding: .utf8)
  }

  private func simulate(_ arguments: String...) throws -> Rubatoctl.Result {
    try Rubatoctl.run(["simulate", scenario, "--json"] + arguments)
  }

  private func path(_ name: String) -> String { "\(directory.path)/\(name)" }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: path(name), encoding: .utf8)
  }

  private func write(_ text: String, _ name: String) throws -> String {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
    return path(name)
  }

  /// Returns the result with its first device only, which is the shard that has only this device.
  private func cut(_ population: String, to shard: String?) throws -> String {
    let first = try simulate("--population", population, "--shard", "1/\(population)").output
    var object = try #require(
      try JSONSerialization.jsonObject(with: Data(first.utf8)) as? [String: Any])
    object["shard"] = shard.map { text in
      let numbers = text.split(separator: "/").map { Int($0) ?? 0 }
      return ["number": numbers[0], "of": numbers[1]]
    }
    object["done"] = 1
    return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  // MARK: Continuing

  @Test(arguments: [nil, "1/3"])
  func aFileOfSomeDevicesIsContinuedToTheSameBytes(shard: String?) throws {
    let part = shard.map { ["--shard", $0] } ?? []
    let arguments = ["simulate", scenario, "--json", "--population", "12"] + part
    let whole = try Rubatoctl.run(arguments)
    let file = try write(try cut("12", to: shard), "some.json")
    let more = ["--output", file, "--progress", "json"]
    let continued = try Rubatoctl.run(arguments + more)
    #expect(continued.code == 0 && continued.output == whole.output)
    #expect(try text("some.json") == whole.output)
    let count = shard == nil ? 12 : 4
    let lines = continued.errors.split(separator: "\n")
    #expect(lines.count == count)
    #expect(lines.first?.contains("\"devices\":\(count),\"done\":1") == true, "\(lines)")
    // A complete file is printed as the answer.
    let again = try Rubatoctl.run(arguments + more)
    #expect(again.output == whole.output && again.errors.split(separator: "\n").count == 1)
  }

  @Test(arguments: [(nil, "1/1"), ("1/1", nil)] as [(String?, String?)])
  func theWholePopulationAndItsOnlyShardContinueEachOther(before: String?, after: String?) throws {
    let part = after.map { ["--shard", $0] } ?? []
    let arguments = ["simulate", scenario, "--json", "--population", "5"] + part
    let file = try write(try cut("5", to: before), "some.json")
    let continued = try Rubatoctl.run(arguments + ["--output", file])
    #expect(continued.code == 0 && continued.errors.isEmpty, "\(continued.errors)")
    #expect(continued.output == (try Rubatoctl.run(arguments)).output)
    #expect(try text("some.json") == continued.output)
  }

  @Test func aKilledSimulationIsContinued() throws {
    let arguments = ["simulate", scenario, "--json", "--population", "200"]
    let simulation = try RunningSimulation(arguments + ["--output", path("killed.json")])
    try simulation.waitUntilDone(2)
    kill(simulation.pid, SIGKILL)
    _ = simulation.exitCode()
    #expect(try text("killed.json").hasSuffix("}\n"))
    let continued = try Rubatoctl.run(arguments + ["--output", path("killed.json")])
    #expect(continued.code == 0 && continued.errors.isEmpty, "\(continued.errors)")
    #expect(continued.output == (try Rubatoctl.run(arguments)).output)
    #expect(try text("killed.json") == continued.output)
  }

  @Test func aPartAboveTheirCountIsRefused() throws {
    let refused = try simulate("--population", "6", "--shard", "5/3")
    #expect(refused.code == 1, "\(refused)")
    #expect(refused.errors.contains("use a number from 1 to the count of parts"), "\(refused)")
  }

  @Test func aFileOfOtherInputsIsRefusedAndStays() throws {
    let file = try write(try cut("6", to: nil), "some.json")
    let before = try text("some.json")
    let changes: [([String], String)] = [
      (["--population", "7"], "made with population 6, and this simulation has population 7"),
      (["--population", "6", "--seed", "9"], "this simulation has seed 9"),
      (["--population", "6", "--days", "1"], "this simulation has days 1"),
      (["--population", "6", "--shard", "1/2"], "this simulation has number of shards 2"),
      (["--population", "6", "--expect", "EXPECT", "--shard", "1/1"], "made with promises none"),
    ]
    let promises = try write("expect: {news.refresh: {runs: at least 1}}", "expect.yaml")
    for (options, reason) in changes {
      let words = options.map { $0 == "EXPECT" ? promises : $0 }
      let result = try Rubatoctl.run(["simulate", scenario, "--output", file] + words)
      #expect(result.code == 1 && result.output.isEmpty)
      #expect(result.errors.contains(reason), "\(result.errors)")
      #expect(result.errors.contains("remove the file, or name another with --output"))
    }
    #expect(try text("some.json") == before)
  }

  @Test func aShardIsNotContinuedAsAnother() throws {
    let file = path("shard.json")
    #expect(try simulate("--population", "6", "--shard", "1/3", "--output", file).code == 0)
    let other = try simulate("--population", "6", "--shard", "2/3", "--output", file)
    #expect(other.code == 1 && other.errors.contains("made with shard 1, and this"))
  }

  @Test func aFileThatIsNoResultIsRefused() throws {
    let damaged = try cut("6", to: nil).replacing("\"done\":1", with: "\"done\":3")
    for (text, reason) in [("{}", "is not a shard of a population"), (damaged, "is damaged")] {
      let file = try write(text, "other.json")
      let result = try simulate("--population", "6", "--output", file)
      #expect(result.code == 1 && result.errors.contains(reason), "\(result.errors)")
      #expect(try self.text("other.json") == text)
    }
    let device = try simulate("--population", "6", "--output", "/dev/null")
    #expect(device.code == 1 && device.errors.contains("/dev/null is not a regular file"))
  }

  // MARK: Merging

  @Test func mergeRefusesDamagedFiles() throws {
    let shard = try simulate("--population", "6", "--shard", "1/2").output
    let numbers = "\"number\":1,\"of\":2"
    let changes = [
      (numbers, "\"number\":1,\"of\":0", "is not a shard of a population"),
      (numbers, "\"number\":7,\"of\":3", "is not a shard of a population"),
      ("\"population\":6", "\"population\":60", "is damaged; simulate this shard again"),
    ]
    for (old, new, reason) in changes {
      try #require(shard.contains(old))
      let file = try write(shard.replacing(old, with: new), "damaged.json")
      let result = try Rubatoctl.run(["merge", file])
      #expect(result.code == 1 && result.errors.contains(reason), "\(result.errors)")
    }
  }

  @Test func mergedBytesDoNotDependOnTheOrderOfFiles() throws {
    let promises = try write("expect: {news.refresh: {kills: at least 1}}", "expect.yaml")
    let files = try [(1, scenario), (2, path("./phone.yaml"))].map { number, subject in
      let shard = try Rubatoctl.run([
        "simulate", subject, "--population", "4", "--expect", promises, "--shard", "\(number)/2",
        "--json",
      ])
      return try write(shard.output, "\(number).json")
    }
    let merged = try [files, files.reversed()].map { files in
      try Rubatoctl.run(["merge", "--json"] + files)
    }
    #expect(merged[0].code == 1 && merged[0].output.contains("\"command\":[\"rubatoctl\""))
    #expect(merged[0].output == merged[1].output)
    // Without promises, only the page names devices.
    #expect(try simulate("--population", "2").output.contains("\"command\":[\"rubatoctl\""))
  }

  // MARK: Missing devices

  @Test func mergeNamesMissingDevicesAndTheirCommands() throws {
    let arguments = ["simulate", scenario, "--json", "--population", "10", "--days", "1"]
    let whole = try Rubatoctl.run(arguments)
    for number in [1, 3] {
      let name = path("shard-\(number).json")
      #expect(
        try Rubatoctl.run(arguments + ["--shard", "\(number)/3", "--output", name]).code == 0)
    }
    let merge = ["merge", path("shard-1.json"), path("shard-3.json")]
    let missing = try Rubatoctl.run(merge)
    #expect(missing.code == 1 && missing.output.isEmpty)
    let asJSON = try Rubatoctl.run(merge + ["--json"])
    #expect(asJSON.code == 1 && asJSON.errors.contains("\"message\":\"3 of 10 devices are missing"))
    let lines = missing.errors.split(separator: "\n").map(String.init)
    try #require(lines.count == 2, "\(lines)")
    #expect(lines[0] == "rubatoctl: 3 of 10 devices are missing; run:")
    #expect(
      lines[1] == "  rubatoctl simulate \(scenario) --days 1 --population 10 --shard 2/3"
        + " --output shard-2.json  # devices 2, 5, 8")
    // The command, as a shell runs it.
    let words = lines[1].split(separator: "#")[0].split(separator: " ").map(String.init)
    let output = words.map { $0 == "shard-2.json" ? path($0) : $0 }
    #expect(try Rubatoctl.run(Array(output.dropFirst())).code == 0)
    let merged = try Rubatoctl.run(merge + [path("shard-2.json"), "--json"])
    #expect(merged.code == 0 && merged.output == whole.output)
  }

  @Test func mergeNamesTheRestOfAFile() throws {
    let file = try write(try cut("6", to: nil), "some.json")
    let missing = try Rubatoctl.run(["merge", file])
    #expect(missing.code == 1 && missing.output.isEmpty)
    #expect(missing.errors.contains("5 of 6 devices are missing; run:\n"))
    #expect(missing.errors.contains("--population 6 --output \(file)  # devices 2, 3, 4 ... 6\n"))
    let whole = try simulate("--population", "6", "--output", file)
    let merged = try Rubatoctl.run(["merge", file, "--json"])
    #expect(merged.code == 0 && merged.output == whole.output)
  }

  // MARK: Processes

  @Test func severalProcessesGiveTheBytesOfOne() throws {
    let promises = try write(
      "in: 60%\nexpect: {news.refresh: {runs: at least 1, age-p95: at most 3h}}", "expect.yaml")
    let cases: [[String]] = [
      ["--population", "13"], ["--population", "13", "--shard", "2/3"],
      ["--population", "7", "--expect", promises],
      ["--population", "7", "--expect", promises, "--shard", "1/1"],
      ["--seeds", "4", "--expect", promises],
    ]
    for options in cases {
      let arguments = ["simulate", scenario, "--json"] + options
      let one = try Rubatoctl.run(arguments + ["--jobs", "1"])
      #expect(one.errors.isEmpty && !one.output.isEmpty, "\(one.errors)")
      for jobs in ["2", "5", "40"] {
        let several = try Rubatoctl.run(arguments + ["--jobs", jobs])
        #expect(several.code == one.code && several.output == one.output, "\(options) \(jobs)")
        #expect(several.errors.isEmpty, "\(several.errors)")
      }
      #expect(try Rubatoctl.run(arguments).output == one.output)
    }
  }

  @Test func severalProcessesReportProgressInOrder() throws {
    let result = try simulate(
      "--population", "9", "--jobs", "3", "--progress", "json", "--output", path("all.json"))
    let lines = result.errors.split(separator: "\n").map(String.init)
    #expect(
      lines == ["{\"devices\":9,\"done\":0}"]
        + (1...9).map { "{\"device\":\($0),\"devices\":9,\"done\":\($0)}" })
    #expect(try text("all.json") == result.output)
  }

  // MARK: Estimates

  private struct Estimate: Decodable {
    struct Proposal: Decodable {
      var shards, devices, limitMinutes, limitMebibytes: Int
      var sbatch: String
    }

    var population, jobs, mebibytes: Int
    var sampled: [Int]
    var secondsPerDevice, slowestSeconds: Double
    var proposal: Proposal
  }

  @Test func anEstimateProposesShards() throws {
    let result = try simulate("--population", "300000", "--estimate", "--jobs", "3")
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    let estimate = try JSONDecoder().decode(Estimate.self, from: Data(result.output.utf8))
    #expect(estimate.population == 300_000 && estimate.jobs == 3)
    #expect((3...20).contains(estimate.sampled.count))
    #expect(Set(estimate.sampled).count == estimate.sampled.count)
    #expect(estimate.sampled.allSatisfy { (1...300_000).contains($0) })
    #expect(0 < estimate.secondsPerDevice && estimate.secondsPerDevice <= estimate.slowestSeconds)
    let proposal = estimate.proposal
    #expect(proposal.shards * proposal.devices >= 300_000)
    #expect(proposal.limitMebibytes >= estimate.mebibytes && proposal.limitMinutes >= 1)
    #expect(
      proposal.sbatch == "--array=1-\(proposal.shards) --time=\(proposal.limitMinutes)"
        + " --mem=\(proposal.limitMebibytes)M")
    let text = try Rubatoctl.run(["simulate", scenario, "--population", "2", "--estimate"])
    #expect(text.code == 0 && text.output.hasPrefix("2 of 2 devices were simulated.\n"))
    #expect(text.output.contains("\nProposed: 1 shard of 2 devices, "))
  }

  // MARK: Options

  @Test(arguments: [
    ["--output", "x.json"], ["--jobs", "2"], ["--progress", "json"],
    ["--population", "3", "--baselines", "--jobs", "2"],
    ["--population", "3", "--compare", "x.yaml", "--output", "x.json"],
    ["--estimate"],
    ["--population", "3", "--estimate", "--shard", "1/2"],
    ["--population", "3", "--estimate", "--progress", "json"],
  ])
  func optionsOfPopulationsNeedOne(arguments: [String]) throws {
    let result = try Rubatoctl.run(["simulate", scenario] + arguments)
    #expect(result.code == 2 && result.errors.contains("require"), "\(result.errors)")
  }

  @Test(arguments: [["--jobs", "0"], ["--jobs", "x"], ["--progress", "xml"]])
  func valuesThatAreNotAllowedAreRefused(arguments: [String]) throws {
    let result = try Rubatoctl.run(["simulate", scenario, "--population", "3"] + arguments)
    #expect(result.code == 1)
    #expect(result.errors.contains("\(arguments[0]) '\(arguments[1])' is not allowed; use "))
  }
}
