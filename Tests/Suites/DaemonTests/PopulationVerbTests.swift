import Foundation
import Testing

/// `rubatoctl simulate --population` and `rubatoctl merge`, as independent programs.
struct PopulationVerbTests {
  private let directory: TemporaryDirectory
  private let trace: String

  init() throws {
    directory = try TemporaryDirectory()
    trace = "\(directory.path)/trace.jsonl"
    let lines = [
      "{\"t\": 1767571200, \"ev\": \"charging\", \"on\": false}",
      "{\"t\": 1767596400, \"ev\": \"open\", \"app\": \"news\", \"res\": 3600}",
      "{\"t\": 1767625200, \"ev\": \"open\", \"app\": \"news\", \"res\": 3600}",
      "{\"t\": 1767650400, \"ev\": \"charging\", \"on\": true}",
      "{\"t\": 1767657600, \"ev\": \"charging\", \"on\": false}",
    ]
    try lines.joined(separator: "\n").write(toFile: trace, atomically: true, encoding: .utf8)
  }

  private func population(_ arguments: [String]) throws -> Rubatoctl.Result {
    try Rubatoctl.run(["simulate", "--trace", trace, "--json"] + arguments)
  }

  /// Writes a shard and returns its path.
  private func shard(_ part: String, population: String = "37", _ more: [String] = []) throws
    -> String
  {
    let result = try self.population(["--population", population, "--shard", part] + more)
    #expect(result.code == 0 && result.errors.isEmpty)
    let path = directory.path + "/" + part.replacing("/", with: "-of-") + more.joined()
    try result.output.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func sixteenShardsMergedAreTheSameBytesAsNone() throws {
    let whole = try population(["--population", "37"])
    #expect(whole.code == 0 && whole.errors.isEmpty)
    let shards = try (1...16).map { try shard("\($0)/16") }
    let merged = try Rubatoctl.run(["merge", "--json"] + shards.reversed())
    #expect(merged.code == 0 && merged.errors.isEmpty)
    #expect(merged.output == whole.output)
    #expect(merged.output.contains("\"devices\":37"))
  }

  // MARK: Scenarios

  private let phone = PopulationScenario.phone

  private func written(_ text: String, _ name: String) throws -> String {
    let path = "\(directory.path)/\(name)"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  @Test func shardsOfAScenarioMergedAreTheSameBytesAsNone() throws {
    let scenario = try written(phone, "phone.yaml")
    let arguments = ["simulate", scenario, "--population", "20", "--json"]
    let whole = try Rubatoctl.run(arguments)
    #expect(whole.code == 0 && whole.errors.isEmpty, "\(whole.errors)")
    let shards = try (1...16).map { number in
      let shard = try Rubatoctl.run(arguments + ["--shard", "\(number)/16"])
      return try written(shard.output, "scenario-\(number).json")
    }
    let merged = try Rubatoctl.run(["merge", "--json"] + shards)
    #expect(merged.code == 0 && merged.output == whole.output)
    #expect(
      merged.output.contains("\"battery-health\":") && merged.output.contains("\"slowness\":"))
  }

  @Test(
    arguments: [["--population", "3", "--estimate"], ["--baselines"], ["--expect", "x.yaml"]])
  func whatTellsOfOneWorldIsRefusedOfMany(arguments: [String]) throws {
    let scenario = try written(phone, "phone.yaml")
    // A comparison writes the runs of all versions.
    for option in arguments == ["--baselines"] ? ["--report"] : ["--runs", "--report"] {
      let result = try Rubatoctl.run(
        ["simulate", scenario, option, "\(directory.path)/none"] + arguments)
      // The page of a population has another obstacle, the estimate.
      let isEstimate = arguments.contains("--estimate") && option == "--report"
      let obstacle =
        isEstimate ? "--report cannot be combined with --estimate" : "describes a single simulation"
      #expect(result.code == 2 && result.errors.contains(obstacle), "\(result.errors)")
    }
  }

  @Test func aDeviceOfAPopulationCanBeLookedAtAlone() throws {
    let scenario = try written(phone, "phone.yaml")
    let device = try Rubatoctl.run(["simulate", scenario, "--device", "17", "--json"])
    let again = try Rubatoctl.run(["simulate", scenario, "--device", "17", "--json"])
    let other = try Rubatoctl.run(["simulate", scenario, "--device", "18", "--json"])
    #expect(device.code == 0 && device.output == again.output && device.output != other.output)
    let both = try Rubatoctl.run(
      ["simulate", scenario, "--device", "17", "--population", "20"])
    #expect(both.code == 2 && both.errors.contains("--device cannot be combined with --population"))
    let ofTrace = try Rubatoctl.run(["simulate", "--trace", trace, "--device", "17"])
    #expect(ofTrace.code == 2 && ofTrace.errors.contains("--population 1000 --shard 17/1000"))
  }

  @Test func promisesAreCheckedOnEachDevice() throws {
    let scenario = try written(phone, "phone.yaml")
    let expectations = try written(
      "in: 60%\nexpect: {news.refresh: {runs: at least 1, kills: at least 1}}", "expect.yaml")
    let arguments = ["simulate", scenario, "--expect", expectations, "--population", "5"]
    let result = try Rubatoctl.run(arguments)
    #expect(result.code == 1)
    #expect(result.output.contains("kept    news.refresh runs: at least 1  (5 of 5)"))
    #expect(result.output.contains("in 60 % of 5 devices, and is in 0; on device 1 it is 0"))
    #expect(result.output.contains("  0: rubatoctl simulate \(scenario) --device 1\n"))
    #expect(result.output.contains("(5 of 5), 95 % interval 56.6 to 100.0 %"))
    let refused = try Rubatoctl.run(arguments + ["--shard", "1/2", "--junit", "x.xml"])
    #expect(refused.code == 2 && refused.errors.contains("--shard cannot be combined with"))
    let both = try Rubatoctl.run(arguments + ["--output", "x.json", "--junit", "x.xml"])
    #expect(both.code == 2 && both.errors.contains("--output cannot be combined with --junit"))
    let seeds = try Rubatoctl.run(arguments + ["--seeds", "3"])
    #expect(
      seeds.code == 2 && seeds.errors.contains("--population cannot be combined with --seeds"))
  }

  @Test func shardsThatCheckPromisesAreMergedToTheVerdictOfTheWhole() throws {
    let scenario = try written(phone, "phone.yaml")
    let expectations = try written(
      "in: 60%\nexpect: {news.refresh: {runs: at least 1, runs-per-day: at most 30}}", "expect.yaml"
    )
    let arguments = ["simulate", scenario, "--population", "7", "--expect", expectations]
    let whole = try Rubatoctl.run(arguments)
    let merged = try [1, 3].map { count in
      let shards = try (1...count).map { number in
        let shard = try Rubatoctl.run(arguments + ["--shard", "\(number)/\(count)", "--json"])
        #expect(shard.code == 0 && shard.errors.isEmpty, "\(shard.errors)")
        return try written(shard.output, "promises-\(number)-\(count).json")
      }
      let json = try Rubatoctl.run(["merge", "--json"] + shards.reversed())
      let text = try Rubatoctl.run(["merge"] + shards)
      #expect(json.code == whole.code && text.code == whole.code)
      return [json.output, text.output]
    }
    #expect(merged[0] == merged[1])
    let verdicts = whole.output.split(separator: "\n").filter { $0.contains(" of 7)") }
    #expect(verdicts.count == 2)
    for verdict in verdicts { #expect(merged[0][1].contains(verdict), "\(verdict)") }
    let plain = try Rubatoctl.run(
      ["simulate", scenario, "--population", "7", "--shard", "2/3", "--json"])
    let mixed = try Rubatoctl.run([
      "merge", "\(directory.path)/promises-1-3.json", try written(plain.output, "plain.json"),
    ])
    #expect(mixed.code == 1 && mixed.errors.contains("promises none"))
  }

  @Test func waysOfDecidingAreComparedOnDevices() throws {
    let scenario = try written(phone, "phone.yaml")
    let result = try Rubatoctl.run(["simulate", scenario, "--baselines", "--population", "3"])
    #expect(result.code == 0 && result.errors.isEmpty)
    #expect(result.output.hasPrefix("\(scenario): 3 devices, the same for each;"))
  }

  // MARK: Variants

  private func compare(_ files: [String], _ more: [String] = []) throws -> Rubatoctl.Result {
    try Rubatoctl.run(["simulate", "--seeds", "2"] + more + ["--compare"] + files)
  }

  @Test func scenariosAreComparedWithEachOtherAsVariants() throws {
    let first = try written(phone, "a.yaml")
    let second = try written(phone.replacing("70%", with: "80%"), "b.txt")
    let result = try compare([first, second])
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.output.hasPrefix("\(first): 2 worlds, the same for each;"))
    #expect(result.output.contains("\n  \(first)") && result.output.contains("\n  \(second)"))
    #expect(!result.output.contains("\n  Rubato"))
  }

  @Test func aVariantAndAPolicyStandBesideTheScenarioThatWasNamed() throws {
    let scenario = try written(phone, "a.yaml")
    let variant = try written(phone, "b.yaml")
    let policy = try written("energy.seconds-per-day: 1\n", "c.yaml")
    let result = try compare([variant, policy], ["--population", "3", scenario])
    #expect(
      result.code == 2 && result.errors.contains("--population cannot be combined with --seeds"))
    let columns = try Rubatoctl.run(
      ["simulate", scenario, "--population", "3", "--json", "--compare", variant, policy])
    #expect(columns.code == 0 && columns.errors.isEmpty, "\(columns.errors)")
    let names = [scenario, variant, policy].map { "\"name\": \"\($0)\"" }
    #expect(names.allSatisfy(columns.output.contains), "\(names)")
    #expect(columns.output.contains("\"by\": \"device\""))
  }

  @Test func variantsOfTheTasksOfATraceAreCompared() throws {
    let tasks = try written(phone, "a.yaml")
    let others = try written(phone.replacing("15m", with: "2h"), "b.yaml")
    let result = try compare([others], [tasks, "--trace", trace])
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
  }

  @Test func whatCannotBeComparedIsRefusedWithWhatToDo() throws {
    let scenario = try written(phone, "a.yaml")
    let longer = try written(phone.replacing("end: 2d", with: "end: 3d"), "b.yaml")
    let promises = try written("expect: {news.refresh: {runs: 1}}", "c.yaml")
    let policy = try written("energy.seconds-per-day: 1\n", "d.yaml")
    let mixes: [([String], [String], String)] = [
      (
        [scenario, longer], [],
        "use the same end for both, or set the compared length with --days"
      ),
      ([promises], [scenario], "check it with --expect"),
      ([policy], [], "nothing to simulate: name a scenario or a trace"),
    ]
    for (files, more, sentence) in mixes {
      let result = try compare(files, more)
      #expect(result.code == 1 && result.output.isEmpty)
      #expect(result.errors.contains(sentence), "\(result.errors)")
    }
    #expect(try compare([scenario, longer], ["--days", "1"]).code == 0)
  }

  @Test func whatDoesNotBelongTogetherIsRefused() throws {
    let first = try shard("1/2", population: "4")
    let mixes: [([String], String)] = [
      ([], "2 of 4 devices are missing; run:"),
      ([first], "name each shard once"),
      ([try shard("2/2", population: "4", ["--seed", "9"])], "seed 9"),
      ([try shard("2/2", population: "5", ["--days", "1"])], "population 5"),
      ([try shard("2/3", population: "4")], "number of shards 3"),
      ([trace], "is not a shard of a population"),
    ]
    for (others, sentence) in mixes {
      let result = try Rubatoctl.run(["merge", first] + others)
      #expect(result.code == 1 && result.output.isEmpty)
      #expect(result.errors.contains(sentence), "\(result.errors)")
    }
  }

  @Test(arguments: ["0/16", "17/16", "3", "a/b", "1/2/3"])
  func aPartThatThereIsNotIsRefused(part: String) throws {
    let result = try population(["--population", "4", "--shard", part])
    #expect(result.code == 1)
    let sentence =
      "--shard '\(part)' is not allowed; use a number from 1 to the count of parts, and this count,"
      + " such as 3/16"
    #expect(result.errors.contains(sentence))
  }

  @Test func aShardOfNoPopulationIsUsage() throws {
    let result = try population(["--shard", "1/2"])
    #expect(result.code == 2)
    #expect(result.errors.contains("--shard requires --population"))
  }

  @Test func waysOfDecidingAreComparedInTheSameWorlds() throws {
    let result = try Rubatoctl.run(
      ["simulate", "--trace", trace, "--baselines", "--seeds", "3"], environment: ["COLUMNS": "80"])
    #expect(result.code == 0 && result.errors.isEmpty)
    for name in ["Rubato", "cron", "systemd timer", "Android", "at once", "oracle"] {
      #expect(result.output.contains("\n  \(name) "), "\(name)")
    }
    #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func aPolicyIsComparedWithTheDefaults() throws {
    let policy = "\(directory.path)/lazy.policy.yaml"
    try "energy.seconds-per-day: 1\n".write(toFile: policy, atomically: true, encoding: .utf8)
    let result = try Rubatoctl.run(
      ["simulate", "--trace", trace, "--compare", policy, "--seeds", "2", "--json"])
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(result.output.contains("\"name\": \"Rubato\""))
    #expect(result.output.contains("lazy.policy.yaml\""))
  }
}
