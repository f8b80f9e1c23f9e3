import Foundation
import Testing

@testable import manual

/// The command lines in blocks of the documentation use verbs and options that exist.
struct DocumentedCommandTests {
  private struct Call {
    var page: String
    var words: [String]
  }

  /// Common options with a value, which can precede the verb.
  private static let withValue: Set = ["-H", "--host", "--socket", "--owner", "--timeout"]

  /// Returns the options of each command, such as `rubatoctl app install`.
  static func options() throws -> [String: Set<String>] {
    let (process, output) = (Process(), Pipe())
    process.executableURL = DaemonProcess.products.appendingPathComponent("rubatoctl")
    process.arguments = ["--experimental-dump-help"]
    process.standardOutput = output
    try process.run()
    let dump = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let commands = try ProgramHelp(of: dump).command.all
    let options = commands.map { ($0.words, Set($0.options.flatMap(\.sortedNames))) }
    return Dictionary(options) { first, _ in first }
  }

  /// Returns the words of a command line up to the submitted command, a comment or the next command; `nil` if the line
  /// does not call `rubatoctl`.
  private func words(of line: some StringProtocol) -> [String]? {
    let call = #/(?:^ {4,}(?:\$ |sudo |for .*; do |\S+=\S+ )*|; )(rubatoctl .*)$/#
    guard let match = String(line).firstMatch(of: call) else { return nil }
    return match.1.replacing(#/( -- | --$| \| | # | && |; | > | < ).*$/#, with: "")
      .replacing(#/'[^']*'|"[^"]*"/#, with: "text").split(separator: " ").map { String($0) }
  }

  private func calls() throws -> [Call] {
    let folder = SourceTree.root.appending(path: "docs").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let pages = ["README.md"] + names.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" }
    var calls: [Call] = []
    for page in pages {
      let text = try SourceTree.text(page)
      for line in text.split(separator: "\n") {
        if let words = words(of: line) { calls.append(Call(page: page, words: words)) }
      }
    }
    return calls
  }

  @Test func usesVerbsAndOptionsThatExist() throws {
    let options = try Self.options()
    let common = options["rubatoctl"] ?? []
    let calls = try calls()
    #expect(calls.count > 100)
    for call in calls {
      let words = call.words
      let line = "\(call.page): \(words.joined(separator: " "))"
      var rest = words.dropFirst()
      while let word = rest.first, word.hasPrefix("-") {
        rest = rest.dropFirst(Self.withValue.contains(word) ? 2 : 1)
      }
      var verb = "rubatoctl"
      while let word = rest.first, options["\(verb) \(word)"] != nil {
        verb += " \(word)"
        rest = rest.dropFirst()
      }
      #expect(verb != "rubatoctl", "\(line)")
      for word in words.dropFirst() where word.hasPrefix("-") && word != "-" {
        if word.dropFirst().first?.isNumber == true { continue }
        let name = String(word.prefix { $0 != "=" })
        let isKnown = options[verb]?.contains(name) == true || common.contains(name)
        #expect(isKnown, "\(line): \(name)")
      }
    }
  }

  @Test func wordsEndBeforeTheSubmittedCommand() {
    #expect(
      words(of: "    sudo rubatoctl submit --on 'Mon..Fri 09:00' -- tar --create")
        == ["rubatoctl", "submit", "--on", "text"])
    #expect(
      words(of: "    for a in *; do rubatoctl run \"$a\" --wait; done")
        == ["rubatoctl", "run", "text", "--wait"])
    #expect(words(of: "    $ rubatoctl list --json | jq .") == ["rubatoctl", "list", "--json"])
    #expect(words(of: "rubatoctl list") == nil)
  }
}
