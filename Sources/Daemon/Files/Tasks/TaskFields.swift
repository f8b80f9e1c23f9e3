import Scheduling

/// The values of a mapping with known keys, merged from several files, with all mistakes.
struct TaskFields {
  /// A value and its place.
  struct Value {
    var node: Node
    var place: Place
    var keyPlace: Place
  }

  /// The object that the mapping describes, such as "a task file", for messages.
  let subject: String
  /// The place for errors about missing keys.
  let place: Place
  private let allowed: [String]
  /// The values by key. Keys of merged mappings are prefixed with the mapping's key: `limits.memory`.
  private(set) var values: [String: Value] = [:]
  var errors: [FileError] = []
  /// Number of values that come from the defaults.
  private var defaultCount = 0

  init(describing subject: String, file: String, allowed: [String] = TaskKey.all) {
    self.subject = subject
    self.allowed = allowed
    place = Place(file: file)
  }

  /// Reads the fields of one mapping, and records mistakes.
  init(_ node: Node, describing subject: String, file: String, allowed: [String]) {
    self.subject = subject
    self.allowed = allowed
    place = Place(node, file: file)
    add(node, file: file)
  }

  /// Copies the values of `defaults`. Values that are added later replace them.
  mutating func inheritDefaults(_ defaults: TaskFields) {
    values.merge(defaults.values) { $1 }
    defaultCount = values.count
  }

  /// Merges the values of `node` into the present ones: a value replaces the present one of its key, a null removes it.
  /// Records mistakes.
  mutating func add(_ node: Node, file: String) {
    guard case .mapping(let mapping) = node else {
      errors.append(
        Place(node, file: file).error(
          "\(subject) is 'key: value' lines; the keys are \(allowed.listed)"))
      return
    }
    for (key, node) in mapping { addValue(node, of: key, allowed, prefix: "", file) }
  }

  /// Merges the value of one key, which is below `prefix`, and records mistakes. If `allowedThere` is `nil`, the key
  /// must be the name of a variable.
  private mutating func addValue(
    _ node: Node, of key: Node, _ allowedThere: [String]?, prefix: String, _ file: String
  ) {
    let place = Place(key, file: file)
    guard let name = key.scalar.map({ TaskKey.name($0.string) }),
      allowedThere?.contains(name) ?? TaskKey.isVariable(name)
    else {
      errors.append(place.error(unknownKeyMessage(key, allowedThere, prefix)))
      return
    }
    let path = prefix + name
    if node.isNull {
      // Also removes the keys below it, if the key is a group.
      values = values.filter { $0.key != path && !$0.key.hasPrefix("\(path).") }
    } else if let group = TaskKey.groups.first(where: { $0.name == path }) {
      addGroup(group, node, file)
    } else {
      values[path] = Value(node: node, place: Place(node, file: file), keyPlace: place)
    }
  }

  /// Replaces the value of `key`, at its place; `nil` removes the key.
  mutating func replace(_ key: String, by node: Node?) {
    guard let value = values[key] else { return }
    values[key] = node.map { Value(node: $0, place: value.place, keyPlace: value.keyPlace) }
  }

  /// Merges a mapping such as `limits` or `environment`, key by key. Records a mistake if `node` is not a mapping.
  private mutating func addGroup(_ group: TaskKey.Group, _ node: Node, _ file: String) {
    guard case .mapping(let mapping) = node else {
      errors.append(
        Place(node, file: file).error(
          "'\(group.name)' is 'key: value' lines; the keys are \(group.words)"))
      return
    }
    for (key, node) in mapping {
      addValue(node, of: key, group.keys, prefix: "\(group.name).", file)
    }
  }

  /// Returns the message about a key below `prefix` that is not allowed: with advice about the key, with a similar key,
  /// or else with the keys that are `allowedThere`. If these are `nil`, names of variables are allowed.
  private func unknownKeyMessage(
    _ key: Node, _ allowedThere: [String]?, _ prefix: String
  ) -> String {
    let keyText = key.scalar.map { "'\($0.string)'" } ?? "a list or mapping"
    let mapping = prefix.isEmpty ? subject : "'\(prefix.dropLast())'"
    // The advice is about keys of a task, and not of a step or of the defaults.
    let isWholeTask = prefix.isEmpty && TaskKey.all.allSatisfy { allowed.contains($0) }
    if isWholeTask, let advice = key.scalar.flatMap({ TaskKey.advice[$0.string] }) {
      return "\(subject) has no key \(keyText): \(advice)"
    }
    let similarKey = key.scalar.flatMap { name in
      Suggestion.nearest(to: name.string, among: allowedThere ?? [])
    }
    if let similarKey { return "\(mapping) has no key \(keyText); did you mean '\(similarKey)'?" }
    return "\(mapping) has no key \(keyText); use \(allowedThere?.listed ?? TaskKey.variableWords)"
  }
}

// Typed values. Each function returns `nil` if there is no value, or if an error was recorded.
extension TaskFields {
  /// Returns the text of a scalar as it was written: `on`, `07:00` and `92` stay unchanged. Returns `nil` if the key is
  /// missing, or if its value is no scalar, which is recorded.
  mutating func text(_ key: String) -> String? {
    guard let value = values[key] else { return nil }
    guard case .scalar(let scalar) = value.node else {
      errors.append(value.place.error("'\(key)' is one value, not a list or mapping"))
      return nil
    }
    return scalar.string
  }

  /// Returns the value that `parse` makes of the text; `nil` if the key is missing, or if the text is not allowed,
  /// which is recorded.
  ///
  /// - Parameter allowed: The allowed values, which complete "use ...".
  mutating func parsedValue<Parsed>(
    _ key: String, allowed: @autoclosure () -> String, _ parse: (String) -> Parsed?
  ) -> Parsed? {
    guard let text = text(key), let place = values[key]?.place else { return nil }
    if let parsed = parse(text) { return parsed }
    errors.append(place.error("\(key) '\(text)' is not allowed; use \(allowed())"))
    return nil
  }

  /// Returns the case of an enumeration with this raw value; `nil` if the key is missing, or if there is no such case,
  /// which is recorded.
  mutating func word<Word: RawRepresentable & CaseIterable>(_ key: String) -> Word?
  where Word.RawValue == String {
    parsedValue(key, allowed: Word.allCases.map(\.rawValue).listed) { Word(rawValue: $0) }
  }

  /// Reads `yes`, `true` or `on` as `true`, and `no`, `false` or `off` as `false`, in any case of letters; `nil` if the
  /// key is missing, or if the value is another one, which is recorded.
  mutating func flag(_ key: String) -> Bool? {
    parsedValue(key, allowed: "yes or no") { text in
      switch text.lowercased() {
      case "yes", "true", "on": true
      case "no", "false", "off": false
      default: nil
      }
    }
  }

  /// Returns the words of a list, or of one text with commas between them; `nil` if the key is missing, or if the value
  /// is not allowed, which is recorded.
  mutating func words(_ key: String) -> [String]? {
    guard let value = values[key] else { return nil }
    guard case .sequence(let items) = value.node else {
      return text(key).flatMap { splitWords(of: $0, key, value.place) }
    }
    let words = items.compactMap { $0.scalar?.string }
    guard words.count == items.count else {
      errors.append(value.place.error("'\(key)' is a list of words without lists or mappings"))
      return nil
    }
    return words
  }

  /// Splits a text at its commas. Returns `nil` and records a mistake if a word is empty.
  private mutating func splitWords(of text: String, _ key: String, _ place: Place) -> [String]? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { String($0.trimmed) }
    if !words.contains("") { return words }
    errors.append(
      place.error(
        "\(key) '\(text)' is not allowed; use words with one comma between them, or [] for none"))
    return nil
  }

  /// Whether no value could be read, apart from the defaults; the error was already reported.
  var isUnread: Bool { values.count <= defaultCount && !errors.isEmpty }

  /// Returns the place of a value, or of the whole mapping if the key is missing.
  func place(of key: String) -> Place { values[key]?.place ?? place }

  /// Records a mistake in the value of `key`, at its place.
  mutating func recordError(_ key: String, _ message: String) {
    errors.append(place(of: key).error(message))
  }
}

extension Node {
  /// Whether the node is empty, `~` or `null`; a quoted scalar is text.
  var isNull: Bool {
    guard let scalar, scalar.isPlain else { return false }
    return ["", "~", "null", "Null", "NULL"].contains(scalar.string)
  }
}

extension StringProtocol {
  /// The text without blanks at its ends.
  var trimmed: SubSequence {
    var text = self[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}
