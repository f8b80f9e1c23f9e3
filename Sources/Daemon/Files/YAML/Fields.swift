import Scheduling

/// A mapping with known keys: every value is read by name, and an unknown key is an error.
package struct Fields {
  package let place: Place
  private let values: [(key: String, value: Node)]

  /// Reads the keys of the mapping `node`. Throws if it is no mapping, or if a key is not allowed.
  ///
  /// - Parameters:
  ///   - subject: The object that the mapping describes, such as "a step", for messages.
  ///   - allowed: Every allowed key.
  ///   - allowedPrefix: Prefix of further allowed keys; `nil` if there is none.
  package init(
    _ node: Node, describing subject: String, allowed: [String], allowedPrefix: String? = nil,
    file: String
  ) throws(FileError) {
    place = Place(node, file: file)
    guard case .mapping(let mapping) = node else {
      throw place.error("\(subject) is 'key: value' lines; the keys are \(allowed.listed)")
    }
    var values: [(key: String, value: Node)] = []
    for (key, value) in mapping {
      let keyPlace = Place(key, file: file)
      guard case .scalar(let name) = key,
        allowed.contains(name.string) || allowedPrefix.map(name.string.hasPrefix) == true
      else {
        let keyText = key.scalar.map { "'\($0.string)'" } ?? "a list or mapping"
        let similarKey = key.scalar.flatMap { Suggestion.nearest(to: $0.string, among: allowed) }
        let advice = similarKey.map { "did you mean '\($0)'? The keys are" } ?? "use"
        throw keyPlace.error("\(subject) has no key \(keyText); \(advice) \(allowed.listed)")
      }
      values.append((name.string, value))
    }
    self.values = values
  }

  /// Returns every key with its value, in the order of the file.
  package func all() -> [(key: String, value: Node)] { values }

  /// Returns the value of `key`; `nil` if the key is missing.
  package func node(_ key: String) -> Node? { values.first { $0.key == key }?.value }

  /// Returns the value of `key`. Throws if the key is missing; `example` shows a possible value in the message.
  package func required(_ key: String, _ example: String) throws(FileError) -> Node {
    guard let node = node(key) else {
      throw place.error("'\(key)' is missing; add, for example, '\(key): \(example)'")
    }
    return node
  }

  /// Returns the text of a scalar as it was written: `on`, `07:00` and `92` stay unchanged. Returns `nil` if the key is
  /// missing. Throws if its value is no scalar.
  package func text(_ key: String) throws(FileError) -> String? {
    guard let node = node(key) else { return nil }
    return try Self.text(of: node, key: key, place.file)
  }

  /// Returns the text of a scalar. Throws if `node` is a list or mapping; `key` is the name of the value in the
  /// message.
  package static func text(of node: Node, key: String, _ file: String) throws(FileError) -> String {
    guard case .scalar(let scalar) = node else {
      throw Place(node, file: file).error("'\(key)' is one value, not a list or mapping")
    }
    return scalar.string
  }
}

extension [String] {
  /// The words for a message, in their order.
  package var listed: String { joined(separator: ", ") }
}
