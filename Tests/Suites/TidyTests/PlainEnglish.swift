import Testing

/// Counts the words that CONTRIBUTING.md replaces by others. A counted word is a candidate, and can be right.
struct PlainEnglish {
  /// Words and pairs of words with one fault.
  enum Fault: String, CaseIterable, CustomTestStringConvertible {
    case hasNoActor = "an actor without a name"
    case speaks = "a machine that tells and hears"
    case places = "'where' for 'if'"
    case isPrivate = "a word that is not of the field"
    case hasNoNoun = "'what' without its noun"

    var testDescription: String { rawValue }

    /// The words of the fault. Those of `isPrivate` are read from CONTRIBUTING.md.
    fileprivate var words: Set<String> {
      switch self {
      case .hasNoActor: ["nobody", "somebody", "anybody", "everybody", "whoever", "those who"]
      case .speaks: ["told", "tell", "tells", "hear", "hears", "heard"]
      case .places:
        Set(
          ["it", "there", "they", "that", "none", "one", "nothing", "no"].map { "where \($0)" })
      case .isPrivate: []
      case .hasNoNoun: ["what"]
      }
    }
  }

  private(set) var counts: [Fault: Int] = [:]
  private(set) var wordCount = 0
  private let words: [Fault: Set<String>]

  /// - Parameter unused: The words of the table of unused words.
  init(unused: Set<String>) {
    var words = Dictionary(uniqueKeysWithValues: Fault.allCases.map { ($0, $0.words) })
    words[.isPrivate] = unused
    self.words = words
  }

  /// Returns the words of the first column of the table of unused words in CONTRIBUTING.md.
  static func unusedWords(in repository: Repository) throws -> Set<String> {
    let text = try repository.file("CONTRIBUTING.md").text
    let rows = text.split(separator: "\n").drop { $0 != "| not | but |" }.dropFirst(2)
      .prefix { $0.hasPrefix("|") }
    return Set(
      rows.flatMap { row in
        row.split(separator: "|")[0].split(separator: ",").map {
          $0.trimmingPrefix { $0 == " " }.lowercased().split(separator: " ").joined(separator: " ")
        }
      })
  }

  mutating func read(_ text: some StringProtocol) {
    let words = text.lowercased().split { !$0.isLetter && $0 != "'" }
    wordCount += words.count
    for fault in Fault.allCases {
      let wanted = self.words[fault] ?? []
      var count = words.count { wanted.contains(String($0)) }
      for (first, second) in zip(words, words.dropFirst())
      where wanted.contains("\(first) \(second)") {
        count += 1
      }
      counts[fault, default: 0] += count
    }
  }

  // MARK: Texts

  enum Area: String, CaseIterable, CustomTestStringConvertible {
    /// Comments and docstrings of Sources.
    case comments
    /// The README and the pages of docs, without code, quotations and the first columns of tables.
    case documents
    /// String literals of Sources.
    case texts
    /// Comments of Swift in Tests and Examples.
    case testComments
    /// Comments of shell scripts, Python and make.
    case scripts

    var testDescription: String { rawValue }
  }

  init(_ area: Area, in repository: Repository) throws {
    self.init(unused: try Self.unusedWords(in: repository))
    switch area {
    case .comments, .texts:
      for file in try repository.swiftFiles(in: "Sources") where !file.isGenerated {
        for line in file.text.split(separator: "\n") {
          let isComment = line.drop { $0 == " " }.hasPrefix("//")
          guard isComment == (area == .comments) else { continue }
          read(isComment ? String(line) : Self.literals(in: line))
        }
      }
    case .testComments:
      for folder in ["Tests", "Examples"] {
        for file in try repository.swiftFiles(in: folder) { readComments(of: file, mark: "//") }
      }
    case .scripts:
      for file in try repository.files()
      where [".sh", ".py", "Makefile"].contains(where: file.path.hasSuffix) {
        readComments(of: file, mark: "#")
      }
    case .documents:
      let pages = try repository.files(in: "docs").filter { $0.path.hasSuffix(".md") }
      for page in pages + [try repository.file("README.md")] {
        readPage(page.text)
      }
    }
  }

  /// Reads the lines that begin with `mark`.
  private mutating func readComments(of file: Repository.File, mark: String) {
    for line in file.text.split(separator: "\n")
    where line.drop(while: { $0 == " " }).hasPrefix(mark) {
      read(line)
    }
  }

  /// The parts between quotation marks.
  private static func literals(in line: Substring) -> String {
    let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0]) }.joined(separator: " . ")
  }

  mutating func readPage(_ text: String) {
    var isCode = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") { isCode.toggle() }
      if isCode || line.hasPrefix("    ") || line.hasPrefix("#") { continue }
      let cells = line.hasPrefix("|") ? String(line.dropFirst().drop { $0 != "|" }) : String(line)
      read(Self.without("\"", in: Self.without("`", in: cells)))
    }
  }

  private static func without(_ mark: Character, in text: String) -> String {
    let parts = text.split(separator: mark, omittingEmptySubsequences: false)
    return parts.indices.filter { $0 % 2 == 0 }.map { String(parts[$0]) }.joined(separator: " . ")
  }
}
