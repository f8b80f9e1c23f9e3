import Foundation
import Testing

/// The verbs and options of earlier versions exist.
struct OlderCommandLineTests {
  @Test(arguments: ["0.1.0"]) func eachVerbAndOptionExists(version: String) throws {
    let options = try DocumentedCommandTests.options()
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Versions/\(version)/commands.txt")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count > 80)
    for line in lines {
      let words = line.split(separator: " ").map { String($0) }
      let command = words.prefix { !$0.hasPrefix("-") }.joined(separator: " ")
      let names = words.drop { !$0.hasPrefix("-") }
      #expect(options[command] != nil, "\(command)")
      #expect(Set(names).subtracting(options[command] ?? []) == [], "\(command)")
    }
  }
}
