import Testing

/// The rules of CONTRIBUTING.md, as far as words can be counted. A limit is the number of remaining words, and only
/// falls.
struct PlainEnglishTests {
  private typealias Limits = [PlainEnglish.Fault: Int]

  private static let limits: [PlainEnglish.Area: Limits] = [
    .comments: [.hasNoActor: 0, .speaks: 4, .places: 5, .isPrivate: 3, .hasNoNoun: 7],
    .documents: [.hasNoActor: 0, .speaks: 0, .places: 1, .isPrivate: 0, .hasNoNoun: 11],
    .testComments: [.hasNoActor: 0, .speaks: 1, .places: 2, .isPrivate: 1, .hasNoNoun: 11],
    .scripts: [.hasNoActor: 1, .speaks: 0, .places: 0, .isPrivate: 2, .hasNoNoun: 5],
    .texts: [.hasNoActor: 0, .speaks: 14, .places: 0, .isPrivate: 6, .hasNoNoun: 25],
  ]

  @Test(arguments: PlainEnglish.Area.allCases)
  func unwantedWordsBecomeNoMore(area: PlainEnglish.Area) throws {
    let found = try PlainEnglish(area, in: Repository())
    for fault in PlainEnglish.Fault.allCases {
      let (count, limit) = (found.counts[fault] ?? 0, Self.limits[area]?[fault] ?? 0)
      #expect(count <= limit, "\(area.testDescription), \(fault.testDescription)")
    }
  }

  @Test func commentsStartWithTheirNoun() throws {
    let comments = try PlainEnglish(.comments, in: Repository())
    let whats = comments.counts[.hasNoNoun] ?? 0
    #expect(whats * 1000 <= 3 * comments.wordCount)
  }

  /// Verbs for any transfer of data describe none. A function receives, applies, reports, reads or removes.
  @Test func functionsAreNamedByTheirVerbs() throws {
    let pattern = /\bfunc ((?:take|tell|hear|heard|look|finish|comeBack)(?:[A-Z]\w*)?)\b/
    // The first is Apple's name, the second an established term.
    let allowed: Set = ["finishTasksAndInvalidate", "takeOver"]
    for file in try Repository().swiftFiles(in: "Sources") {
      for line in file.text.split(separator: "\n") where line.contains("func ") {
        guard let name = line.firstMatch(of: pattern)?.1, !allowed.contains(String(name)) else {
          continue
        }
        Issue.record("\(file.path): \(name)")
      }
    }
  }

  // MARK: The count itself

  @Test func faultsAreCounted() {
    var english = PlainEnglish(unused: ["anew", "at once", "goes on"])
    english.read("/// What nobody told us goes on at once, where it is anew.")
    #expect(
      english.counts == [
        .hasNoNoun: 1, .hasNoActor: 1, .speaks: 1, .isPrivate: 3, .places: 1,
      ])
    #expect(english.wordCount == 12)
  }

  @Test func codeAndQuotationsOfPagesAreNoTexts() {
    var english = PlainEnglish(unused: [])
    english.readPage(
      """
      # What is told
      `nobody` is a user, and "whoever" a word.

          nobody said so
      | what | nobody |
      """)
    #expect(
      english.counts == [
        .hasNoNoun: 0, .hasNoActor: 1, .speaks: 0, .isPrivate: 0, .places: 0,
      ])
  }
}
