/// The lines of a table of another scheduler that are neither blank nor comments.
struct EntryLines {
  /// One line.
  struct Line {
    /// The line's number, from 1.
    var number: Int
    /// The line's text without blanks at its ends; with the problem in it if it is no text.
    var text: Result<String, NoText>
  }

  /// The reason why a line is no text.
  struct NoText: Error {
    var problem: String
  }

  /// The largest allowed number of bytes of a line; cron reads fewer.
  static let longest = 8192

  let lines: [Line]

  /// Reads the lines of a file, which end with a line feed, or with a carriage return and a line feed.
  init(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    lines = parts.enumerated().compactMap { offset, part in
      var line = part.last == UInt8(ascii: "\r") ? part.dropLast() : part
      line = line.drop { Self.isBlank($0) }
      while let last = line.last, Self.isBlank(last) { line.removeLast() }
      if line.isEmpty || line.first == UInt8(ascii: "#") { return nil }
      return Line(number: offset + 1, text: Self.text(line, from: part.startIndex))
    }
  }

  /// Returns the result of each line with its place. `outcome` translates a line that is text; `nil` leaves it out.
  func items(
    of file: String, _ outcome: (String) -> Translation.Outcome?
  ) -> [Translation.Item] {
    lines.compactMap { line in
      let (source, result): (String, Translation.Outcome?) =
        switch line.text {
        case .failure(let fault): ("", .malformed(fault.problem))
        case .success(let text): (text, outcome(text))
        }
      return result.map {
        Translation.Item(file: file, line: line.number, source: source, outcome: $0)
      }
    }
  }

  static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  /// Returns the text of a line, or the first reason why it is no text.
  ///
  /// - Parameter start: The index at which the line begins, before its spaces were removed: columns count from it.
  private static func text(_ line: ArraySlice<UInt8>, from start: Int) -> Result<String, NoText> {
    if line.count > longest {
      let problem = "the line has \(line.count) bytes, and at most \(longest) are allowed"
      return .failure(NoText(problem: "\(problem); move the command to a script"))
    }
    // A control character except a tab.
    if let index = line.firstIndex(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7f }) {
      let code = String(line[index], radix: 16)
      let byte = "0x" + String(repeating: "0", count: 2 - code.count) + code
      let problem = "byte \(byte) in column \(index - start + 1) is no text"
      return .failure(NoText(problem: "\(problem); remove it, or give the right file"))
    }
    guard let text = String(validating: line, as: UTF8.self) else {
      return .failure(NoText(problem: "the line is not text in UTF-8; convert it, as with iconv"))
    }
    return .success(text)
  }
}
