/// A line `NAME = VALUE` of a crontab or an anacrontab.
struct EntryVariable: Hashable {
  var name: String
  var value: String

  /// Reads a line as cron does: quotes around the name and the value are removed. Returns `nil` for other lines.
  init?(_ line: String) {
    var rest = Substring(line)
    guard let name = Self.removeName(from: &rest) else { return nil }
    rest = rest.drop { $0 == " " || $0 == "\t" }
    guard rest.utf8.first == UInt8(ascii: "=") else { return nil }
    rest = Substring(rest.utf8.dropFirst()).drop { $0 == " " || $0 == "\t" }
    self.name = name
    if let quote = rest.first, quote == "\"" || quote == "'" {
      let afterQuote = rest.dropFirst()
      // After the second quote, only blanks are allowed.
      guard let end = afterQuote.firstIndex(of: quote),
        afterQuote[afterQuote.index(after: end)...].allSatisfy({ $0 == " " || $0 == "\t" })
      else { return nil }
      value = String(afterQuote[..<end])
    } else {
      value = String(rest)
    }
  }

  /// Removes the name from the beginning of `rest` and returns it; `nil` if there is none.
  private static func removeName(from rest: inout Substring) -> String? {
    if let quote = rest.first, quote == "\"" || quote == "'" {
      let afterQuote = rest.dropFirst()
      guard let end = afterQuote.firstIndex(of: quote), end > afterQuote.startIndex else {
        return nil
      }
      rest = afterQuote[afterQuote.index(after: end)...]
      return String(afterQuote[..<end])
    }
    let ends = [UInt8(ascii: "="), UInt8(ascii: " "), UInt8(ascii: "\t")]
    let name = rest.utf8.prefix { !ends.contains($0) }
    guard !name.isEmpty else { return nil }
    rest = rest[name.endIndex...]
    return String(Substring(name))
  }

  /// Whether the environment of a command can have the variable.
  var hasAllowedName: Bool {
    let hasAllowedCharacters = name.utf8.allSatisfy { byte in
      // This bit makes an upper-case letter lower-case.
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
    }
    let beginsWithDigit = name.first?.isNumber ?? true
    return hasAllowedCharacters && !beginsWithDigit
  }
}
