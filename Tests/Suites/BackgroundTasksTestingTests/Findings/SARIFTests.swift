import Foundation
import Testing

@testable import BackgroundTasksTesting

/// The file of failures in SARIF 2.1.0.
@Suite struct SARIFTests {
  private let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).sarif").path

  private func log() throws -> [String: Any] {
    let data = try Data(contentsOf: URL(filePath: path))
    return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func run() throws -> [String: Any] {
    let log = try log()
    #expect(log["version"] as? String == "2.1.0")
    #expect((log["$schema"] as? String)?.hasSuffix("sarif-2.1.0.json") == true)
    let runs = try #require(log["runs"] as? [[String: Any]])
    #expect(runs.count == 1)
    return try #require(runs.first)
  }

  private func results() throws -> [[String: Any]] {
    try #require(try run()["results"] as? [[String: Any]])
  }

  /// Reads a member of nested objects and arrays, such as `a.0.b`.
  private func member<Value>(_ name: String, of object: Any, as type: Value.Type = Value.self)
    throws
    -> Value
  {
    let found = try name.split(separator: ".").reduce(object) { object, part in
      if let index = Int(part) { return try #require((object as? [Any])?[index]) }
      return try #require((object as? [String: Any])?[String(part)])
    }
    return try #require(found as? Value)
  }

  @Test func aFileWithoutResultsHasARuleForEachKind() throws {
    SARIFFile(path).add([], areExpected: false)
    let driver: [String: Any] = try member("tool.driver", of: try run())
    #expect(driver["name"] as? String == "BackgroundTasksTesting")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    #expect(rules.map { $0["id"] as? String } == BenchFailure.Kind.allCases.map(\.rawValue))
    for rule in rules {
      for text in ["shortDescription.text", "fullDescription.text", "help.text"] {
        #expect(try member(text, of: rule, as: String.self).hasSuffix("."))
      }
      let level: String = try member("defaultConfiguration.level", of: rule)
      #expect(["error", "warning"].contains(level))
    }
    #expect(try results().isEmpty)
  }

  @Test func aResultNamesItsRuleAndItsPlaceInTheRepository() throws {
    SARIFFile(path).add([.sample(.starves)], areExpected: false)
    let result = try #require(try results().first)
    #expect(result["ruleId"] as? String == "starves" && result["level"] as? String == "warning")
    let index: Int = try member("ruleIndex", of: result)
    #expect(BenchFailure.Kind.allCases[index] == .starves)
    let text: String = try member("message.text", of: result)
    #expect(text.contains("a \"problem\"") && text.contains("On a phone: "))
    let place: [String: Any] = try member("locations.0.physicalLocation", of: result)
    let uri: String = try member("artifactLocation.uri", of: place)
    #expect(uri.hasSuffix("Tests/Suites/BackgroundTasksTestingTests/Findings/FailureSample.swift"))
    #expect(!uri.hasPrefix("/") && !uri.contains(":"))
    #expect(try member("artifactLocation.uriBaseId", of: place) == "%SRCROOT%")
    #expect(try member("region.startLine", of: place) == 7)
    #expect(result["suppressions"] == nil)
  }

  @Test func aFailureThatTheTestExpectsIsSuppressed() throws {
    SARIFFile(path).add([.sample(.putOff)], areExpected: true)
    let result = try #require(try results().first)
    #expect(try member("suppressions.0.kind", of: result) == "inSource")
  }

  @Test func aFailureWithoutAPlaceHasNoLocation() throws {
    var failure = BenchFailure.sample(.noHandler)
    failure.location = nil
    SARIFFile(path).add([failure], areExpected: false)
    #expect(try member("locations", of: try results()[0], as: [Any].self).isEmpty)
  }

  @Test func severalTestsWriteToOneFile() throws {
    for _ in 1...3 {
      SARIFFile(path).add(
        [.sample(.starves), .sample(.starves), .sample(.starves, line: 9)], areExpected: false)
    }
    let results = try results()
    #expect(results.count == 6)
    #expect(results.map { $0["occurrenceCount"] as? Int } == [2, 1, 2, 1, 2, 1])
  }

  @Test func threadsAndProcessesDoNotLoseResults() async throws {
    await withTaskGroup { group in
      for _ in 1...20 {
        group.addTask { [path] in
          SARIFFile(path).add([.sample(.starves)], areExpected: false)
        }
      }
    }
    #expect(try results().count == 20)
  }

  @Test func aFileOfAnotherCommandIsReplaced() throws {
    try SARIFText.log(session: "another").write(toFile: path, atomically: true, encoding: .utf8)
    SARIFFile(path).add([.sample(.starves)], areExpected: false)
    #expect(try member("properties.session", of: try run(), as: String.self) != "another")
    try "no JSON".write(toFile: path, atomically: true, encoding: .utf8)
    SARIFFile(path).add([.sample(.starves)], areExpected: false)
    #expect(try results().count == 1)
  }

  @Test func aPathIsRelativeToTheNearestRepositoryElsePackage() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
    let directory = root.appending(path: "an app/Sources/A")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let file = directory.appending(path: "A b.swift").path
    #expect(!SourceFile(file).isRelative && SourceFile(file).uri.hasPrefix("file:///"))
    try Data().write(to: root.appending(path: "an app/Package.swift"))
    #expect(SourceFile(file).uri == "Sources/A/A%20b.swift")
    try FileManager.default.createDirectory(
      at: root.appending(path: ".git"), withIntermediateDirectories: true)
    #expect(SourceFile(file).uri == "an%20app/Sources/A/A%20b.swift")
  }
}
