import Foundation
import Testing

/// The core has four floors, which are its folders. A file names only types of its own floor and of lower ones.
struct FloorTests {
  /// The floors, from the lowest to the highest.
  private static let floors = ["Model", "Learning", "Judging", "State"]
  private static let folder = "Sources/Core/Scheduling"

  /// The types that a file declares for all of the module, and the types that it names.
  private struct Page {
    var path: String
    var declared: Set<String> = []
    var named: Set<String> = []

    init(_ file: Repository.File) {
      path = file.path
      for line in SwiftCode(file.text).lines {
        named.formUnion(line.matches(of: /\b[A-Z]\w*/).map { String($0.0) })
        // Types inside of others are named by these.
        if !line.hasPrefix(" "), !line.contains("private"),
          let match = line.firstMatch(of: /\b(?:struct|class|enum|protocol|typealias) (\w+)/)
        {
          declared.insert(String(match.1))
        }
      }
    }

    /// The number of its floor.
    var floor: Int? {
      let parts = path.split(separator: "/")
      return parts.count > 5 ? FloorTests.floors.firstIndex(of: String(parts[3])) : nil
    }

    /// The folder of the file on its floor.
    var room: String { path.split(separator: "/").dropFirst(4).first.map(String.init) ?? "" }
  }

  /// Pairs of folders that depend on each other: requests have runs, and runs requests; pending requests are evaluated
  /// by their context, which counts pending requests.
  private static let pairs: Set<Set<String>> = [["Requests", "Runs"], ["Context", "Pending"]]

  private func pages() throws -> [Page] {
    try Repository().swiftFiles(in: Self.folder).filter {
      $0.path != "\(Self.folder)/Exports.swift"
    }
    .map(Page.init)
  }

  /// The page that declares each type.
  private func places(_ pages: [Page]) -> [String: Page] {
    var places: [String: Page] = [:]
    for page in pages {
      for type in page.declared { places[type] = page }
    }
    return places
  }

  @Test func noFileNamesATypeOfAFloorAbove() throws {
    let pages = try pages()
    #expect(pages.filter { $0.floor == nil }.map(\.path) == [])
    let places = places(pages)
    #expect(places.count > 200)
    for page in pages {
      guard let own = page.floor else { continue }
      for type in page.named.sorted() where places[type]?.floor.map({ $0 > own }) == true {
        Issue.record("\(page.path) names \(type), which is declared on a floor above")
      }
    }
  }

  @Test func noTwoFoldersOfAFloorNameEachOther() throws {
    let pages = try pages()
    let places = places(pages)
    var known: [String: Set<String>] = [:]
    for page in pages {
      let others = page.named.compactMap { places[$0] }.filter { $0.floor == page.floor }
      known[page.room, default: []].formUnion(others.map(\.room))
    }
    for (room, others) in known.sorted(by: { $0.key < $1.key }) {
      for other in others.sorted() where room < other && known[other]?.contains(room) == true {
        #expect(Self.pairs.contains([room, other]), "\(room) and \(other) name each other")
      }
    }
  }
}
