/// Reads a command, without a shell.
enum CommandWords {
  /// Characters with a meaning to a shell.
  private static let special: Set<Character> = [
    "'", "\"", "\\", "$", "`", "|", "&", ";", "<", ">", "(", ")", "*", "?", "[", "]", "#", "~",
    "\n",
  ]

  /// Returns a program and its arguments, from a list or from one line. Throws if the program is missing or has a
  /// relative path.
  static func read(_ node: Node, key: String, at place: Place) throws(FileError) -> [String] {
    let words: [String]
    switch node {
    case .sequence(let items): words = try list(items, place)
    case .scalar(let scalar): words = try line(scalar.string, key, place)
    default: throw place.error("'\(key)' is a list such as [/usr/bin/restic, backup, /home]")
    }
    guard let program = words.first, !program.isEmpty else {
      throw place.error("'\(key)' names no program; use a list such as [/usr/bin/restic, backup]")
    }
    guard program.utf8.first == UInt8(ascii: "/") || !program.utf8.contains(UInt8(ascii: "/"))
    else {
      throw place.error(
        "'\(program)' is a relative path; use an absolute path, or only the program's name")
    }
    return words
  }

  /// Returns the items of a list. Throws if an item is not a text, or is empty without quotes.
  private static func list(_ items: Node.List, _ place: Place) throws(FileError) -> [String] {
    var words: [String] = []
    for item in items {
      let itemPlace = Place(item, file: place.file)
      guard let scalar = item.scalar else {
        throw itemPlace.error("a word of a command must be text; put it into quotes")
      }
      guard !item.isNull else {
        throw itemPlace.error("empty word in the command; write \"\" for an empty argument")
      }
      words.append(scalar.string)
    }
    return words
  }

  /// Splits a line at its spaces. Throws if a character of it has a meaning to a shell, since no shell reads the line.
  private static func line(_ text: String, _ key: String, _ place: Place) throws(FileError)
    -> [String]
  {
    if let found = text.first(where: { special.contains($0) }) {
      throw place.error(
        "no shell reads this line, and '\(found)' would need one; write a list, such as"
          + " \(key): [sh, -c, 'du -s * > sizes'] for a shell")
    }
    return text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
  }
}
