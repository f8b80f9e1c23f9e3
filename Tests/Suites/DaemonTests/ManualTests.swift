import Foundation
import Testing

@testable import manual

/// The manual is made from the `--help` texts of the programs. The guide, which is written by hand, must name the same
/// verbs.
struct ManualTests {
  private func dump(_ program: String) throws -> Data {
    let (process, output) = (Process(), Pipe())
    process.executableURL = DaemonProcess.products.appendingPathComponent(program)
    process.arguments = ["--experimental-dump-help"]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return data
  }

  /// Returns the names of documents without their path.
  private func withoutPath(in page: String) -> [String] {
    page.matches(of: /[^\s(]*[a-z]\.md/).map { String($0.output) }
      .filter { !$0.hasPrefix("/usr/share/doc/rubato/docs/") }
  }

  @Test(arguments: ["rubatoctl", "rubatod"])
  func eachVerbHasAPageWithAllItsOptions(program: String) throws {
    let dump = try dump(program)
    let commands = try ProgramHelp(of: dump).command.all
    let pages = try Manual.pages(of: dump, in: 1, version: "0.1.0")
    #expect(pages.map(\.name) == commands.map(\.page))
    for (command, page) in zip(commands, pages) {
      for name in command.options.flatMap(\.sortedNames) {
        #expect(page.text.contains(Roff.bold(name)), "\(page.name) lacks \(name)")
      }
      #expect(!page.text.contains("> <"), "\(page.name)")
    }
  }

  @Test func aCommandStandsBehindTwoDashes() throws {
    let pages = try Manual.pages(of: dump("rubatoctl"), in: 1, version: "0.1.0")
    let submit = try #require(pages.first { $0.name == "rubatoctl-submit" })
    #expect(
      submit.text.contains("[\\fB\\-\\-\\fR \\fICOMMAND\\fR...]"), "\(submit.text.prefix(600))")
  }

  @Test func exitCodesAreThoseOfTheVerb() throws {
    let commands = try ProgramHelp(of: dump("rubatoctl")).command.all
    func codes(_ verb: String) -> String? {
      commands.first { $0.words == "rubatoctl \(verb)" }?.exitCodes
    }
    #expect(
      codes("list")
        == "0 success; 1 refused, invalid value, not found or held; 2 invalid command line;"
        + " 3 no daemon running.")
    #expect(
      codes("policy check")
        == "0 success; 1 refused, invalid value, not found or failed; 2 invalid command line."
        + " Also 1 if a file has an error.")
    for verb in ["submit", "run", "simulate-launch"] {
      #expect(
        codes(verb)?.hasSuffix(
          " With --wait, also 1 if the run did not complete; with --exit-code, the code of the command."
        )
          == true)
    }
    #expect(codes("simulate-push")?.hasSuffix("also 1 if the run did not complete.") == true)
    #expect(codes("device") == nil)
    #expect(commands.first?.exitCodes?.hasPrefix("0 success; 1 refused,") == true)
  }

  /// Only the section on exit codes contains the paragraph of the discussion.
  @Test func exitCodesAreNoPartOfTheDescription() throws {
    for page in try Manual.pages(of: dump("rubatoctl"), in: 1, version: "0.1.0") {
      #expect(!page.text.contains("Exit codes:"), "\(page.name)")
    }
  }

  @Test func filesOfTheDaemonHaveASection() throws {
    let page = try #require(
      try Manual.pages(of: dump("rubatod"), in: 8, version: "0.1.0").first { $0.name == "rubatod" })
    let parts = page.text.split(separator: ".SH FILES\n")
    #expect(parts.count == 2 && !page.text.contains("Files:"), "\(page.text)")
    #expect(parts.last?.contains("\n/var/lib/rubato\n") == true, "\(page.text)")
    #expect(parts.first?.contains("systemctl \\-\\-user enable") == true, "\(page.text)")
  }

  @Test func documentsAreNamedAsTheyAreInstalled() throws {
    let pages = try Manual.pages(of: dump("rubatoctl"), in: 1, version: "0.1.0")
    let simulate = try #require(pages.first { $0.name == "rubatoctl-simulate" })
    #expect(simulate.text.contains("/usr/share/doc/rubato/docs/scenarios.md"))
    for page in pages {
      #expect(withoutPath(in: page.text) == [], "\(page.name)")
    }
  }

  @Test(arguments: ["tasks", "policy"])
  func aDocumentBecomesAPageWithSections(name: String) throws {
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../packaging/page.sh")
    process.arguments = [name, "0.1.0"]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    let page = try #require(String(data: data, encoding: .utf8))
    for heading in [".SH NAME", ".SH DESCRIPTION", ".SH SEE ALSO"] {
      #expect(page.contains("\(heading)\n"), "\(heading)")
    }
    // Headings of tables stand before their tables, and documents have their paths.
    #expect(page.contains(name == "tasks" ? "user\\(cqs own" : "; allowed: "))
    #expect(!page.contains("unless given:"))
    #expect(withoutPath(in: page) == [])
  }

  @Test func theGuideNamesEachVerb() throws {
    let guide = try SourceTree.text("docs/rubatoctl.md")
    let commands = try ProgramHelp(of: dump("rubatoctl")).command.all.dropFirst()
    #expect(commands.count > 50)
    for command in commands {
      let words = command.words.split(separator: " ").dropFirst()
      let (group, verb) = (words.dropLast().joined(separator: " "), words.last ?? "")
      let isNamed =
        guide.contains("`\(words.joined(separator: " "))") || guide.contains("`\(group) [\(verb)]")
      #expect(isNamed, "docs/rubatoctl.md does not name \(command.words)")
    }
  }

  @Test func theOverviewRefersToPagesAndDocumentsThatExist() throws {
    let page = try SourceTree.text("packaging/rubato.7").replacing("\\-", with: "-")
    let documents = page.matches(of: /\/usr\/share\/doc\/rubato\/(docs\/[A-Za-z-]+\.md)/)
    #expect(documents.count > 3)
    for document in documents.map({ String($0.output.1) }) {
      let path = SourceTree.root.appending(path: document).path
      #expect(FileManager.default.fileExists(atPath: path), "\(document)")
    }
    let list = try SourceTree.text("packaging/files")
    for match in page.matches(of: /\\fB(rubato[a-z-]*)\\fR\(([1-8])\)/) where match.1 != "rubato" {
      // Pages of verbs are in the list as a pattern.
      let name = match.1.hasPrefix("rubatoctl") ? "rubatoctl*" : String(match.1)
      #expect(list.contains("/man\(match.2)/\(name).\(match.2) "), "\(name)")
    }
  }

  @Test func whatTroffWouldReadIsEscaped() {
    #expect(Roff.text(".so what's `--here`\\n") == "\\&.so what\\(aqs \\fB\\-\\-here\\fR\\en")
    #expect(
      Roff.paragraphs("One.\n\n    .two") == [
        ".PP", "One.", ".PP", ".RS 4", ".nf", "\\&.two", ".fi", ".RE",
      ])
  }
}
