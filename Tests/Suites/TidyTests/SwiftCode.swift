/// Swift source without comments and without the text of strings. Interpolated code and line breaks stay.
struct SwiftCode {
  private(set) var text = ""

  var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

  private enum Mode {
    /// Code; inside an interpolation, with the number of parentheses that are open in it.
    case code(open: Int)
    case string(quotes: Int, hashes: Int)
  }

  private var rest: Substring
  private var modes = [Mode.code(open: 0)]

  init(_ source: String) {
    rest = source[...]
    while let character = rest.first {
      switch modes.last {
      case .string(let quotes, let hashes): readString(character, quotes, hashes)
      case .code(let open): readCode(character, open)
      case nil: return
      }
    }
  }

  private mutating func readCode(_ character: Character, _ open: Int) {
    if rest.hasPrefix("//") {
      rest = rest.drop { $0 != "\n" }
    } else if rest.hasPrefix("/*") {
      skipComment()
    } else if character == "\"" || character == "#" && beginsRawString {
      beginString()
    } else {
      countParentheses(character, open)
    }
  }

  private mutating func countParentheses(_ character: Character, _ open: Int) {
    rest.removeFirst()
    let isInterpolation = modes.count > 1
    if isInterpolation && character == ")" && open == 0 {
      modes.removeLast()
      text.append(" ")
      return
    }
    if isInterpolation && (character == "(" || character == ")") {
      modes[modes.count - 1] = .code(open: open + (character == "(" ? 1 : -1))
    }
    text.append(character)
  }

  private var beginsRawString: Bool {
    rest.drop { $0 == "#" }.hasPrefix("\"")
  }

  private mutating func beginString() {
    let hashes = rest.prefix { $0 == "#" }.count
    rest.removeFirst(hashes)
    let quotes = rest.hasPrefix("\"\"\"") ? 3 : 1
    rest.removeFirst(quotes)
    text.append("\"")
    modes.append(.string(quotes: quotes, hashes: hashes))
  }

  private mutating func readString(_ character: Character, _ quotes: Int, _ hashes: Int) {
    let hash = String(repeating: "#", count: hashes)
    let end = String(repeating: "\"", count: quotes) + hash
    if rest.hasPrefix(end) {
      rest.removeFirst(end.count)
      modes.removeLast()
      text.append("\"")
    } else if rest.hasPrefix("\\" + hash + "(") {
      rest.removeFirst(hashes + 2)
      modes.append(.code(open: 0))
      text.append(" ")
    } else if rest.hasPrefix("\\" + hash) {
      rest.removeFirst(min(rest.count, hashes + 2))
    } else {
      rest.removeFirst()
      if character == "\n" { text.append("\n") }
    }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if rest.hasPrefix("/*") {
        depth += 1
        rest.removeFirst(2)
      } else if rest.hasPrefix("*/") {
        depth -= 1
        rest.removeFirst(2)
      } else {
        if rest.first == "\n" { text.append("\n") }
        rest.removeFirst()
      }
    } while depth > 0 && !rest.isEmpty
  }
}
