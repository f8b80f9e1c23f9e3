import Foundation
import Testing

/// docs/README.md lists every page, and what a page refers to is there.
struct DocumentationTests {
  private let repository = Repository()

  private func pages() throws -> [Repository.File] {
    let pages = try repository.files(in: "docs").filter { $0.path.hasSuffix(".md") }
    return try [repository.file("README.md")] + pages
  }

  @Test func theIndexListsEachPageOnce() throws {
    let index = try repository.file("docs/README.md")
    let rows = index.text.split(separator: "\n").filter { $0.hasPrefix("| [") }
    let listed = Repository.File(path: index.path, text: rows.joined(separator: "\n")).links
    let pages = try pages().map(\.path).filter { $0.hasPrefix("docs/") && $0 != index.path }
    #expect(pages.count > 50)
    #expect(listed.filter { $0.hasPrefix("docs/") }.sorted() == pages.sorted())
  }

  @Test func everyEnvironmentVariableIsExplained() throws {
    let text = try pages().map(\.text).joined()
    // One program of ours sets them for another.
    let own = /RUBATO_(NOTIFICATION_\w+|EDITED_FILE|BENCH_(CALL|CHECKS|EARLIER|POSITIONS))/
    var names: Set<String> = []
    for file in try repository.swiftFiles(in: "Sources") {
      for match in file.text.matches(of: /"(RUBATO_[A-Z_]+)"/) { names.insert(String(match.1)) }
    }
    names = names.filter { $0.wholeMatch(of: own) == nil }
    #expect(names.count > 15)
    for name in names.sorted() where !text.contains("`\(name)") {
      Issue.record("\(name) is explained on no page of docs")
    }
  }

  @Test func everyLinkLeadsToAFile() throws {
    var count = 0
    for page in try pages() {
      for target in page.links {
        count += 1
        let file = repository.root.appending(path: target).path
        #expect(FileManager.default.fileExists(atPath: file), "\(page.path): \(target)")
      }
    }
    #expect(count > 200)
  }

  @Test func everyLinkOfTheInstalledPagesLeadsToWhatIsInstalled() throws {
    let documents = try InstalledDocuments(of: repository)
    var count = 0
    for page in try documents.pages() {
      for target in page.links {
        count += 1
        #expect(documents.has(target), "/\(page.path): /\(target) is in none of the packages")
      }
    }
    #expect(count > 200)
  }
}
