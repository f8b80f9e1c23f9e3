import Files

/// A request made of an entry of another scheduler, with the keys of a task file.
package struct TranslatedTask: Hashable, Sendable {
  /// A key of a task file and its value.
  package struct Option: Hashable, Sendable {
    package var key: String
    package var words: [String]
  }

  package var id: String
  /// The user of the command; `nil` for the caller.
  package var user: String?
  /// The program and its arguments; empty for a unit.
  package var command: [String] = []
  package var unit: String?
  package var directory: String?
  package var environment: [String: String] = [:]
  /// The other keys, in the order of the document.
  package var options: [Option] = []
  /// The width that it gives to its group; `nil` if the width stays.
  package var groupWidth: Int?
  /// Properties of the entry that the request does not have.
  package var notes: [String] = []

  package init(id: String) {
    self.id = id
  }

  /// Adds a key with its value. Adds nothing for `nil`.
  mutating func add(_ key: String, _ value: String?) {
    if let value { options.append(Option(key: key, words: [value])) }
  }

  /// Adds a key with a list, or with its only word. Adds nothing for an empty list.
  mutating func add(_ key: String, list words: [String]) {
    if !words.isEmpty { options.append(Option(key: key, words: words)) }
  }

  /// The value of a key; empty if it has none.
  package subscript(key: String) -> [String] {
    options.first { $0.key == key }?.words ?? []
  }

  /// The document without its marker.
  package var yaml: String {
    var lines = ["id: \(TaskText.scalar(id))"]
    if let user { lines.append("user: \(TaskText.scalar(user))") }
    if let unit { lines.append("unit: \(TaskText.scalar(unit))") }
    if !command.isEmpty { lines += TaskText.list("command", command) }
    if let directory { lines.append("directory: \(TaskText.scalar(directory))") }
    if !environment.isEmpty {
      lines.append("environment:")
      lines += environment.sorted { $0.key < $1.key }.map {
        "  \(TaskText.scalar($0.key)): \(TaskText.scalar($0.value))"
      }
    }
    for option in options {
      if option.key == "group", let name = option.words.first {
        lines.append(TaskText.group(name, width: groupWidth))
        continue
      }
      lines +=
        option.words.count == 1
        ? ["\(option.key): \(TaskText.scalar(option.words[0]))"]
        : TaskText.list(option.key, option.words)
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
