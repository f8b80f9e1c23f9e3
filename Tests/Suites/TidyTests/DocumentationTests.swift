import Foundation
import Testing

/// docs/README.md lists every page, and what a page refers to is there.
struct DocumentationTests {
  private let repository = Repository()

  private func pages() throws -> [Repository.File] {
    let pages = try repository.files(in: "docs").filter { $0.path.hasSuffix(".md") }
    return try [repository.file("README.md")] + pages
  }

  @Test func theIndexesListEachPageOnce() throws {
    let indexes = ["docs/README.md", "docs/decisions/README.md"]
    let listed = try indexes.flatMap { path in
      let rows = try repository.file(path).text.split(separator: "\n").filter {
        $0.hasPrefix("| [")
      }
      return Repository.File(path: path, text: rows.joined(separator: "\n")).links
    }
    let pages = try pages().map(\.path).filter { $0.hasPrefix("docs/") && $0 != indexes[0] }
    #expect(pages.count > 50)
    #expect(listed.filter { $0.hasPrefix("docs/") }.sorted() == pages.sorted())
  }

  /// The first two lines below the title are the purpose and the readers; the last line is for further reading.
  @Test func everyPageBeginsWithItsPurposeAndEndsWithTheNextPages() throws {
    let pages = try pages().filter { !$0.path.hasPrefix("docs/decisions/") }
    for page in pages {
      let lines = page.text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count > 3 && lines[0].hasPrefix("# ") && lines[1].isEmpty, "\(page.path)")
      #expect(lines.dropFirst(2).first?.first?.isLetter == true, "\(page.path)")
      let last = lines.last { !$0.isEmpty } ?? ""
      #expect(last.hasPrefix("Next: ["), "\(page.path)")
    }
    #expect(pages.count > 40)
  }

  /// The limit of CONTRIBUTING.md. It only falls.
  @Test func thePagesHaveNoMoreWordsThanPeopleCanKeepTrue() throws {
    let pages = try pages().filter { !$0.path.hasPrefix("docs/decisions/") }
    let count = pages.map { $0.text.split(whereSeparator: \.isWhitespace).count }.reduce(0, +)
    #expect(count > 10_000 && count <= 60_000, "remove \(count - 60_000) of \(count) words")
  }

  @Test func everyEnvironmentVariableIsExplained() throws {
    let text = try pages().map(\.text).joined()
    // One of Rubato's programs sets these variables for another.
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

  @Test func everyAnchorIsAHeading() throws {
    var count = 0
    for page in try pages() + [repository.file("CONTRIBUTING.md")] {
      for (target, anchor) in page.anchoredLinks where target.hasSuffix(".md") {
        count += 1
        let headings = try repository.file(target).headings
        #expect(headings.contains(anchor), "\(page.path): \(target)#\(anchor)")
      }
    }
    #expect(count > 150)
  }

  @Test func headingsBecomeAnchors() {
    let page = Repository.File(
      path: "docs/a.md",
      text: """
        # The `policy`: what's in it?
        ```
        # no heading
        ```
        ## Runs
        ## Runs
        See [below](#runs-1), [b](b.md#x) and [c](c.md).
        """)
    #expect(page.headings == ["the-policy-whats-in-it", "runs", "runs-1"])
    #expect(page.anchoredLinks.map(\.target) == ["docs/a.md", "docs/b.md"])
    #expect(page.anchoredLinks.map(\.anchor) == ["runs-1", "x"])
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
