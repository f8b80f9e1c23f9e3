import FoundationEssentials
import Testing

/// The README's lists of folders, and of rows with tests, must match the tests.
struct ListTests {
  private let tests: String

  init() throws {
    var file = "\(#filePath)"[...]
    for _ in 0..<3 { file = file.prefix(upTo: file.lastIndex(of: "/") ?? file.startIndex) }
    tests = String(file)
  }

  private func readme() throws -> String {
    try String(contentsOfFile: "\(tests)/SchedulingTests/README.md", encoding: .utf8)
  }

  /// Returns the names of rows in `text`, including those between two names with a dash.
  private func rows(_ text: Substring) -> Set<String> {
    var rows: Set<String> = []
    for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber && $0 != "-" }) {
      let ends = word.split(separator: "-")
      guard let letter = word.first, letter.isUppercase, let first = ends.first, first.count == 3,
        let from = Int(first.dropFirst()), let to = ends.last.flatMap({ Int($0.dropFirst()) })
      else { continue }
      for number in from...max(from, to) {
        rows.insert("\(letter)\(number < 10 ? "0" : "")\(number)")
      }
    }
    return rows
  }

  /// Returns the text of all sources whose rows are tests.
  private func sources() throws -> String {
    var text = ""
    for folder in ["SchedulingTests", "DevicesTests", "DaemonTests"] {
      for path in try FileManager.default.subpathsOfDirectory(atPath: "\(tests)/\(folder)").sorted()
      where path.hasSuffix(".swift") && !path.hasSuffix("ListTests.swift") {
        text += try String(contentsOfFile: "\(tests)/\(folder)/\(path)", encoding: .utf8)
      }
    }
    return text
  }

  @Test func everyRowThatIsListedIsATest() throws {
    let parts = try readme().split(separator: "Rows that are tests:")
    let list = try #require(parts.last?.split(separator: "There are no rows").first)
    let listed = rows(list)
    #expect(listed.count == 153)
    // The name of a row must be a whole word: in its test, or in a comment at the test.
    let named = rows(Substring(try sources()))
    #expect(listed.subtracting(named).sorted() == [])
  }

  @Test func everyFolderIsListed() throws {
    let table = try readme().split(separator: "| folder | tested requirements |").last ?? ""
    // Folders with the same requirements share a row: `| Habits, Energy |`.
    let rows = table.split(separator: "\n").prefix { $0.hasPrefix("|") }.dropFirst()
    let listed = rows.flatMap { row in
      row.split(separator: "|")[0].split { !$0.isLetter }.map { String($0) }
    }
    let folders = try FileManager.default.contentsOfDirectory(atPath: "\(tests)/SchedulingTests")
      .filter { !$0.contains(".") && $0 != "Support" }
    #expect(Set(listed) == Set(folders) && listed.count == folders.count)
  }
}
