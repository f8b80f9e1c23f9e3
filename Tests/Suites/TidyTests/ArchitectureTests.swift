import Foundation
import Testing

/// docs/ARCHITECTURE.md names what there is.
struct ArchitectureTests {
  private let repository = Repository()

  private func quoted() throws -> Set<String> {
    let text = try repository.file("docs/ARCHITECTURE.md").text
    return Set(text.matches(of: /`([^`\n]+)`/).map { String($0.1) })
  }

  @Test func everyFileThatItNamesIsThere() throws {
    let named = try quoted().filter { $0.hasSuffix(".swift") }
    let names = try repository.files(in: "Sources") + repository.files(in: "Tests/Suites/TidyTests")
    let there = Set(names.map { $0.path.split(separator: "/").last.map(String.init) ?? "" })
    #expect(named.count > 40)
    #expect(named.subtracting(there) == [])
  }

  private func folders(in folder: String) throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: repository.root.appending(path: folder).path)
    return names.filter { !$0.contains(".") }
  }

  @Test func everyShelfEveryTargetAndEveryFolderOfTheCoreHasItsRow() throws {
    let named = try quoted()
    let shelves = try folders(in: "Sources")
    #expect(Set(shelves).subtracting(named) == [])
    // Each folder of the shims contains the header of one library.
    let shown = shelves.filter { $0 != "Shims" }.map { "Sources/\($0)" }
    let core = "Sources/Core/Scheduling"
    let floors = try folders(in: core).map { "\(core)/\($0)" }
    for folder in shown + floors + [core, "Sources/Core/Vocabulary"] {
      #expect(Set(try folders(in: folder)).subtracting(named) == [], "\(folder)")
    }
  }

  @Test func theTableOfTargetsSaysWhatTheyKnow() throws {
    let ours = Set(ImportRule.allowed.keys)
    var rows: Set<String> = []
    for line in try repository.file("docs/ARCHITECTURE.md").text.split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count == 4, let target = cells[1].split(separator: "`").first.map(String.init),
        let allowed = ImportRule.allowed[target]
      else { continue }
      rows.insert(target)
      let known = Set(cells[3].matches(of: /`([^`]+)`/).map { String($0.1) })
      #expect(known == allowed.intersection(ours), "\(target)")
    }
    #expect(rows == ours)
  }

  @Test func everyShelfIsDescribedInAFewLines() throws {
    for root in ["Sources", "Tests"] {
      for shelf in try folders(in: root) {
        let text = try repository.file("\(root)/\(shelf)/README.md").text
        #expect(text.split(separator: "\n").count <= 15, "\(root)/\(shelf)")
      }
    }
  }
}
