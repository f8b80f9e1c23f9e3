import Foundation
import Testing

/// The commands of docs/fleet-questions.md, with fewer devices and days.
struct FleetQuestionTests {
  private let directory: TemporaryDirectory

  /// Copies the scenario of the page, makes its second version and its policy as the page describes them, and records
  /// three phones.
  init() throws {
    directory = try TemporaryDirectory()
    let page = try Self.page()
    for file in ["news.yaml"] {
      let source = SourceTree.root.appending(path: "etc/scenarios/\(file)")
      try FileManager.default.copyItem(
        at: source, to: URL(filePath: "\(directory.path)/\(file)"))
    }
    let news = try String(contentsOfFile: "\(directory.path)/news.yaml", encoding: .utf8)
    #expect(page.contains("`resubmits: 2h`") && news.contains("resubmits: 15m"))
    try write(news.replacing("resubmits: 15m", with: "resubmits: 2h"), "news-2.yaml")
    let policy = try #require(page.firstMatch(of: /`(energy\.[^`]+)` in `fewer.policy.yaml`/)).1
    try write(policy + "\n", "fewer.policy.yaml")
    for number in 1...3 { try write(Self.phone(number), "phone-\(number).jsonl") }
  }

  private static func page() throws -> String {
    try SourceTree.text("docs/fleet-questions.md")
  }

  private func write(_ text: some StringProtocol, _ name: String) throws {
    try text.write(toFile: "\(directory.path)/\(name)", atomically: true, encoding: .utf8)
  }

  /// Records two weeks of a phone: opens by day, and a charge at night. Times and numbers differ by phone and day.
  private static func phone(_ number: Int) -> String {
    var lines: [(Int, String)] = []
    for day in 0..<14 {
      // 5 January 2026 is a Monday.
      let midnight = 1_767_571_200 + day * 86_400
      let shift = (number - 2) * 1800 + (day * 7919) % 1200
      for open in 0..<(6 + number * 2 + day % 3) {
        let at = midnight + 28_800 + shift + open * 2700
        lines.append((at, "{\"t\": \(at), \"ev\": \"open\", \"app\": \"app-\(open % 3)\"}"))
        let end = at + 40 + number * 20
        lines.append((end, "{\"t\": \(end), \"ev\": \"close\", \"app\": \"app-\(open % 3)\"}"))
      }
      for (second, isOn) in [(25_000, false), (82_800, true)] {
        let at = midnight + second + shift
        lines.append((at, "{\"t\": \(at), \"ev\": \"charging\", \"on\": \(isOn)}"))
      }
    }
    return lines.sorted { $0.0 < $1.0 }.map(\.1).joined(separator: "\n")
  }

  /// Runs a command of the page in the directory of its files.
  private func run(_ words: [String]) throws -> Rubatoctl.Result {
    let paths = words.flatMap { word -> [String] in
      if word == "phone-*.jsonl" { return (1...3).map { "\(directory.path)/phone-\($0).jsonl" } }
      return [word.contains(".yaml") ? "\(directory.path)/\(word)" : word]
    }
    return try Rubatoctl.run(paths)
  }

  @Test func everyCommandRunsInSmall() throws {
    let commands = try Self.page().split(separator: "\n").filter {
      $0.hasPrefix("    rubatoctl ")
    }
    #expect(commands.count >= 6)
    for command in commands {
      var words = command.split(separator: " ").map(String.init).dropFirst().map { $0 }
      var file: String?
      if let arrow = words.firstIndex(of: ">") {
        file = words[arrow + 1]
        words = Array(words[..<arrow])
      }
      if let count = words.firstIndex(of: "1000") { words[count] = "2" }
      // Promises of the page begin after seven days.
      if let days = words.firstIndex(of: "--days") {
        words[days + 1] = "8"
      } else if words[0] == "simulate" {
        words += ["--days", "2"]
      }
      let result = try run(words)
      #expect(result.errors.isEmpty && result.code <= 1, "\(command): \(result.errors)")
      #expect(!result.output.isEmpty, "\(command)")
      if let file { try write(result.output, file) }
    }
  }

  // MARK: Answers

  @Test func theAnswerNamesSharesTraitsAndDevices() throws {
    let scenario = """
      name: sync
      start: 2026-03-02T00:00
      end: 2d
      device:
        charger: [{from: "22:00", until: "07:00"}]
        places: {home: {network: wifi}, away: {network: cellular}}
      apps:
        - name: news
          opens: [{times: 6, between: 07:00 to 22:00}]
          tasks: [{id: sync, kind: refresh, resubmits: 1h, requires: unmetered}]
      population: {no-wifi: 50%, metered-wifi: 0%}
      expect: {news.sync: {successes: at least 1}}
      """
    try write(scenario, "sync.yaml")
    let words = ["simulate", "sync.yaml", "--population", "30", "--expect", "sync.yaml"]
    let text = try run(words)
    #expect(text.code == 1)
    let found = try #require(
      text.output.firstMatch(
        of: /no-wifi: (\d+) of (\d+) devices break it, of the others 0 of (\d+)/))
    #expect(found.1 == found.2 && Int(found.2)! + Int(found.3)! == 30)
    #expect(text.output.contains("simulate \(directory.path)/sync.yaml --device "))
    let json = try run(words + ["--json"])
    let answers = try #require(Self.object(json.output)["answers"] as? [[String: Any]])
    let answer = try #require(answers.first)
    #expect(answer["kept"] as? Int == Int(found.3))
    let split = try #require((answer["splits"] as? [[String: Any]])?.first)
    #expect(split["trait"] as? String == "no-wifi" && split["above"] as? Double == 0)
    // The named device is one that breaks the promise.
    let worst = try #require((answer["worst"] as? [[String: Any]])?.first)
    let command = try #require(worst["command"] as? [String])
    let device = try Rubatoctl.run(command.dropFirst() + ["--json"])
    let tasks = try #require(Self.object(device.output)["tasks"] as? [[String: Any]])
    #expect(tasks.first?["successes"] as? Int == 0, "\(device.errors)")
  }

  @Test func twoVersionsAreComparedWithPromises() throws {
    let words = ["simulate", "news.yaml", "--days", "8", "--population", "3"]
    let more = ["--expect", "news.yaml", "--compare", "news-2.yaml"]
    let result = try run(words + more + ["--json"])
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    let columns = try #require(Self.object(result.output)["columns"] as? [[String: Any]])
    let promises = try columns.map { try #require($0["promises"] as? [[String: Any]]) }
    #expect(promises.map(\.count) == [3, 3])
    #expect(promises[0][0]["difference"] is NSNull && promises[1][0]["difference"] is Double)
    let text = try run(words + more)
    #expect(text.output.contains("news.refresh fresh-opens: at least 80%"))
    let junit = try run(words + more + ["--junit", "x.xml"])
    #expect(junit.code == 2 && junit.errors.contains("--junit cannot be combined with --compare"))
  }

  private static func object(_ json: String) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
  }

  // MARK: Fits

  @Test func aFittedPopulationCanBeSimulated() throws {
    let fitted = try run(["fit", "phone-*.jsonl"])
    #expect(fitted.code == 0 && fitted.errors.isEmpty, "\(fitted.errors)")
    #expect(fitted.output.contains("# Fitted by `rubatoctl fit` to 3 devices with 4"))
    #expect(fitted.output.contains("\n  day-shift: ") && fitted.output.contains("Kolmogorov"))
    try write(fitted.output, "fitted.yaml")
    let simulated = try run(["simulate", "fitted.yaml", "--days", "2", "--population", "2"])
    #expect(simulated.code == 0 && simulated.errors.isEmpty, "\(simulated.errors)")
    let json = try run(["fit", "phone-*.jsonl", "--json"])
    let traits = try #require(Self.object(json.output)["traits"] as? [[String: Any]])
    let shift = try #require(traits.first { $0["trait"] as? String == "day-shift" })
    let values = try #require(shift["values"] as? [Double])
    #expect(values.count == 3 && values[2] - values[0] > 1800)
    let few = try Rubatoctl.run(["fit", "\(directory.path)/phone-1.jsonl"])
    #expect(few.code == 1 && few.errors.contains("1 of at least 3 traces"))
  }
}
