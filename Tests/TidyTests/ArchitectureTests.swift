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
    let names = try repository.files(in: "Sources") + repository.files(in: "Tests/TidyTests")
    let there = Set(names.map { $0.path.split(separator: "/").last.map(String.init) ?? "" })
    #expect(named.count > 40)
    #expect(named.subtracting(there) == [])
  }

  @Test func everyTargetAndEveryFolderOfTheCoreHasItsRow() throws {
    let named = try quoted()
    // C alone.
    let small: Set<String> = [
      "CDeflate", "CLinux", "CMainQueue", "CNSObject", "CQueues", "CSQLite", "CSystemd", "CYAML",
    ]
    for folder in ["Sources", "Sources/Scheduling", "Sources/Vocabulary"] {
      let folders = try FileManager.default.contentsOfDirectory(
        atPath: repository.root.appending(path: folder).path)
      let missing = Set(folders).subtracting(named).subtracting(small)
      #expect(missing.filter { !$0.contains(".") } == [], "\(folder)")
    }
  }
}
