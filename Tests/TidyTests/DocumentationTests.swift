import Foundation
import Testing

/// docs/README.md lists every page, and what a page refers to is there.
struct DocumentationTests {
  private let repository = Repository()

  private func pages() throws -> [Repository.File] {
    let pages = try repository.files(in: "docs").filter { $0.path.hasSuffix(".md") }
    return try [repository.file("README.md")] + pages
  }

  /// Where a page's links lead within the checkout, from its root; not those of indented examples.
  private func targets(of page: Repository.File) -> [String] {
    let folder = URL(filePath: "/\(page.path)").deletingLastPathComponent()
    let lines = page.text.split(separator: "\n").filter { !$0.hasPrefix("    ") }
    return lines.flatMap { $0.matches(of: /\]\(([^)#\s]+)[^)\s]*\)/) }
      .map { String($0.output.1) }
      .filter { !$0.contains("://") }
      .map { String(folder.appending(path: $0).standardized.path.dropFirst()) }
  }

  @Test func theIndexListsEachPageOnce() throws {
    let index = try repository.file("docs/README.md")
    let rows = index.text.split(separator: "\n").filter { $0.hasPrefix("| [") }
    let listed = targets(
      of: Repository.File(path: index.path, text: rows.joined(separator: "\n")))
    let pages = try pages().map(\.path).filter { $0.hasPrefix("docs/") && $0 != index.path }
    #expect(pages.count > 50)
    #expect(listed.filter { $0.hasPrefix("docs/") }.sorted() == pages.sorted())
  }

  @Test func everyLinkLeadsToAFile() throws {
    var count = 0
    for page in try pages() {
      for target in targets(of: page) {
        count += 1
        let file = repository.root.appending(path: target).path
        #expect(FileManager.default.fileExists(atPath: file), "\(page.path): \(target)")
      }
    }
    #expect(count > 200)
  }
}
