import Testing

@testable import Files

struct FileContentsTests {
  @Test(arguments: [
    ("name: a\nstart: 2026-03-02T00:00\nexpect: {}", FileContents.scenario),
    ("apps: [{name: a}]", .scenario),
    ("seeds: 3\nexpect: {news.refresh: {runs: 1}}", .expectations),
    ("refresh.budget: 20s", .policy),
    ("maintenance:\n  battery-floor: 30%", .policy),
    ("# nothing but a comment\n", .policy),
    ("[a, list]", .policy),
  ])
  func areToldByTheirKeys(yaml: String, contents: FileContents) throws {
    #expect(try FileContents(yaml: yaml, file: "x.yaml") == contents)
  }

  /// Nine lines that represent 10^9 values.
  @Test func aliasesOfAliasesAreRefused() {
    let lines = (1..<10).map { number in
      "a\(number): &a\(number) [\(Array(repeating: "*a\(number - 1)", count: 10).joined(separator: ", "))]\n"
    }
    let error = #expect(throws: FileError.self) {
      try FileContents(yaml: "a0: &a0 x\n" + lines.joined(), file: "x.yaml")
    }
    #expect(error?.message.contains("aliases") == true)
  }

  @Test func aliasesAreUnderstood() throws {
    let yaml = "apps: [{name: &name a}]\nname: *name"
    #expect(try FileContents(yaml: yaml, file: "x.yaml") == .scenario)
  }

  @Test func whatIsNoYAMLIsSaidWithItsPlace() throws {
    let error = #expect(throws: FileError.self) {
      try FileContents(yaml: "a: [", file: "x.yaml")
    }
    #expect(error?.description.hasPrefix("x.yaml:") == true)
  }
}
