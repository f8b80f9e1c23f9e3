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

  @Test func whatIsNoYAMLIsSaidWithItsPlace() throws {
    let error = #expect(throws: FileError.self) {
      try FileContents(yaml: "a: [", file: "x.yaml")
    }
    #expect(error?.description.hasPrefix("x.yaml:") == true)
  }
}
