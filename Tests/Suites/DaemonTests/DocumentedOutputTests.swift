import Foundation
import Testing

/// Outputs of `simulate` in the documentation are from this version. A change of a decision changes them.
struct DocumentedOutputTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  private func page(_ name: String) throws -> String { try SourceTree.text("docs/\(name)") }

  /// Writes the first block of `page` after `text` to a file, and returns its path.
  private func file(_ name: String, ofBlockAfter text: String, in page: String) throws -> String {
    let rest = try #require(page.range(of: text).map { page[$0.upperBound...] })
    let lines = rest.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("    ") }
      .prefix { $0.isEmpty || $0.hasPrefix("    ") }
    let path = "\(directory.path)/\(name)"
    try lines.map { $0.dropFirst(4) }.joined(separator: "\n")
      .write(toFile: path, atomically: true, encoding: .utf8)
    return path
  }

  /// Requires that `page` has each word of `output` in this order, in any lines.
  private func expect(_ output: String, in page: String) {
    func words(_ text: String) -> String {
      text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    for paragraph in output.replacing(directory.path + "/", with: "").split(separator: "\n\n") {
      #expect(words(page).contains(words(String(paragraph))), "\(paragraph)")
    }
  }

  @Test func theReportOfTheExampleIsAsWritten() throws {
    let scenario = try file(
      "commuter.yaml", ofBlockAfter: "## An example", in: try page("scenarios.md"))
    let result = try Rubatoctl.run(["simulate", scenario])
    #expect(result.code == 0)
    expect(result.output, in: try page("simulate.md"))
  }

  @Test func thePromisesOfTheExampleAreAsWritten() throws {
    let page = try page("expectations.md")
    let scenario = try file("app.yaml", ofBlockAfter: "`app.yaml`:", in: page)
    let promises = try file("expectations.yaml", ofBlockAfter: "`expectations.yaml`:", in: page)
    let result = try Rubatoctl.run(["simulate", scenario, "--expect", promises])
    #expect(result.code == 1)
    expect(result.output, in: page)
  }
}
