import Foundation
import Testing

/// `--report` of `simulate --population` and of `merge`.
struct PopulationPageVerbTests {
  private let directory: TemporaryDirectory
  private let scenario: String
  private let promises: String

  init() throws {
    directory = try TemporaryDirectory()
    (scenario, promises) = ("\(directory.path)/phone.yaml", "\(directory.path)/expect.yaml")
    try PopulationScenario.phone.write(toFile: scenario, atomically: true, encoding: .utf8)
    try "in: 60%\nexpect: {news.refresh: {kills: at least 1}}".write(
      toFile: promises, atomically: true, encoding: .utf8)
  }

  private func page(_ name: String) throws -> String {
    try String(contentsOfFile: "\(directory.path)/\(name)", encoding: .utf8)
  }

  @Test func thePageHasTheCommandsOfTheAnswer() throws {
    let arguments = ["simulate", scenario, "--days", "1", "--population", "6"]
    let text = try Rubatoctl.run(
      arguments + ["--expect", promises, "--report", "\(directory.path)/a.html"])
    #expect(text.code == 1 && text.errors.isEmpty, "\(text.errors)")
    let commands = text.output.matches(of: /: (rubatoctl simulate .*)\n/).map(\.output.1)
    #expect(commands.count == 5)
    let page = try page("a.html")
    for command in commands { #expect(page.contains("<code>\(command)</code>"), "\(command)") }
    let devices = page.matches(of: /<code>rubatoctl simulate .* --days 1 --device (\d+)<\/code>/)
    #expect(Set(devices.compactMap { Int($0.output.1) }) == Set(1...6))
  }

  @Test func shardsMergedAreTheSamePage() throws {
    let arguments = ["simulate", scenario, "--population", "6", "--expect", promises]
    let whole = try Rubatoctl.run(arguments + ["--report", "\(directory.path)/whole.html"])
    let shards = try (1...3).map { number in
      let file = "\(directory.path)/\(number).json"
      _ = try Rubatoctl.run(arguments + ["--shard", "\(number)/3", "--output", file])
      return file
    }
    let merged = try Rubatoctl.run(
      ["merge", "--report", "\(directory.path)/merged.html"] + shards.reversed())
    #expect(merged.code == whole.code && merged.output == whole.output)
    #expect(try page("merged.html") == page("whole.html"))
  }

  @Test func aShardHasItsPage() throws {
    let result = try Rubatoctl.run([
      "simulate", scenario, "--population", "6", "--shard", "2/3", "--expect", promises, "--report",
      "\(directory.path)/shard.html",
    ])
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    let page = try page("shard.html")
    #expect(page.contains("2 of 6 devices, shard 2/3") && !page.contains("BROKEN</span>"))
  }
}
