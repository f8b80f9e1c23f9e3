import Scheduling

/// The settings of a policy file, and all its mistakes.
package struct PolicyReading {
  /// The defaults with the file's values; only the defaults if there is any mistake.
  package private(set) var settings: Settings
  /// The mistakes, in the order of the file.
  package private(set) var problems: [FileError] = []
  /// The keys that the file sets, with the places of their values.
  private var places: [String: Place] = [:]

  /// Reads the settings from the text of a policy file.
  ///
  /// - Parameters:
  ///   - file: Its name, for errors.
  ///   - defaults: The values of the keys that it omits.
  package init(_ yaml: String, file: String, defaults: Settings = Settings()) {
    settings = defaults
    do throws(FileError) {
      guard let root = try Document.rootIfAny(of: yaml, file: file), !root.isNull else { return }
      try readMapping(root, prefix: "", file)
      recordContradictions()
    } catch {
      problems.append(error)
    }
    if !problems.isEmpty { settings = defaults }
  }

  /// The names of the keys that the file sets.
  package var keys: Set<String> { Set(places.keys) }

  /// All mistakes as one error; `nil` if there are none.
  package var problem: FileError? { FileError.combining(problems) }

  /// Reads the entries of a mapping, whose keys follow `prefix`. Collects the mistakes of all entries; throws if `node`
  /// is not a mapping.
  private mutating func readMapping(
    _ node: Node, prefix: String, _ file: String
  ) throws(FileError) {
    guard case .mapping(let mapping) = node else {
      throw Place(node, file: file).error(
        "\(Self.nameOfMapping(prefix)) is 'key: value' lines; \(Self.keysAdvice(prefix))")
    }
    for (key, value) in mapping {
      do throws(FileError) {
        try readEntry(value, key: key, prefix: prefix, file)
      } catch {
        problems.append(error)
      }
    }
  }

  /// Reads one entry: the value of a known key, or the mapping of a group of keys. Throws if `key` is neither.
  private mutating func readEntry(
    _ node: Node, key: Node, prefix: String, _ file: String
  ) throws(FileError) {
    let place = Place(key, file: file)
    guard let word = key.scalar?.string else {
      throw place.error(
        "\(Self.nameOfMapping(prefix)) has a list or mapping as key; \(Self.keysAdvice(prefix))")
    }
    let name = prefix + word
    if let policyKey = PolicyKey.named[name] {
      try set(policyKey, to: node, keyPlace: place, file)
    } else if PolicyKey.all.contains(where: { $0.name.hasPrefix("\(name).") }) {
      try readMapping(node, prefix: "\(name).", file)
    } else if let present = FormerNames.policyKey(name) {
      throw place.error("'\(name)' is now called '\(present)'")
    } else {
      throw place.error(
        "\(Self.nameOfMapping(prefix)) has no key '\(word)'; \(Self.unknownKeyAdvice(name, prefix))"
      )
    }
  }

  /// Sets `key` to the value of `node`. Throws if the file has already set it, or if the value is not allowed.
  private mutating func set(
    _ key: PolicyKey, to node: Node, keyPlace: Place, _ file: String
  ) throws(FileError) {
    let place = Place(node, file: file)
    if let first = places[key.name] {
      throw keyPlace.error("'\(key.name)' is given more than once, first in line \(first.line)")
    }
    places[key.name] = place
    guard let text = Self.text(of: node) else {
      throw place.error("\(key.name) has a value of the wrong form; use \(key.allowed)")
    }
    guard key.set(&settings, text) else {
      throw place.error("\(key.name) '\(text)' is not allowed; use \(key.allowed)")
    }
  }

  /// Returns a scalar as it was written, or the items of a list with commas between them; `nil` for other nodes.
  private static func text(of node: Node) -> String? {
    switch node {
    case .scalar(let scalar): return scalar.string
    case .sequence(let items):
      let words = items.compactMap { $0.scalar?.string }
      return words.count == items.count ? words.listed : nil
    default: return nil
    }
  }

  /// Records a mistake for each pair of keys whose values contradict each other, at the later of their places. Does
  /// nothing if the file has other mistakes.
  private mutating func recordContradictions() {
    guard problems.isEmpty else { return }
    for relation in PolicyRelation.all where !relation.holds(settings) {
      // A key that the file omits has no place.
      let placesOfKeys = [relation.lower, relation.upper].compactMap { places[$0] }
      let place = placesOfKeys.max { ($0.line, $0.column) < ($1.line, $1.column) }
      problems.append((place ?? Place(file: "")).error(relation.message(settings)))
    }
  }
}

// Messages about mistakes.
extension PolicyReading {
  /// Returns the name of the mapping whose keys follow `prefix`, for messages.
  private static func nameOfMapping(_ prefix: String) -> String {
    prefix.isEmpty ? "a policy file" : "'\(prefix.dropLast())'"
  }

  /// Returns the keys, and groups of keys, that can follow `prefix`.
  private static func names(after prefix: String) -> [String] {
    var names: [String] = []
    for key in PolicyKey.all where key.name.hasPrefix(prefix) {
      let name = String(key.name.dropFirst(prefix.count).prefix { $0 != "." })
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Returns the end of a message: the keys that can follow `prefix`, or the command that lists all keys.
  private static func keysAdvice(_ prefix: String) -> String {
    prefix.isEmpty
      ? "`rubatoctl policy show --defaults` lists the keys"
      : "the keys are \(names(after: prefix).listed)"
  }

  /// Returns the remedy for an unknown key: a similar key if there is one, otherwise the keys that can follow `prefix`.
  private static func unknownKeyAdvice(_ name: String, _ prefix: String) -> String {
    let word = String(name.dropFirst(prefix.count))
    let spelling = withoutCaseAndSeparators(name)
    let similar =
      // A mistyped key of this group, such as `budgit` below `refresh`.
      Suggestion.nearest(to: word, among: names(after: prefix)).map { prefix + $0 }
      // A mistyped name with its group, such as `refresh.budgit`.
      ?? Suggestion.nearest(to: name, among: PolicyKey.all.map(\.name))
      // A key without its group or below another one, or in another spelling: too many letters differ for `nearest`.
      ?? PolicyKey.all.first {
        $0.name.hasSuffix(".\(word)") || withoutCaseAndSeparators($0.name) == spelling
      }?
      .name
    return similar.map { "did you mean '\($0)'?" } ?? keysAdvice(prefix)
  }

  /// Returns `name` in lower case without `-` and `_`, so that `appRunsAtOnce` and `app-runs-at-once` are equal.
  private static func withoutCaseAndSeparators(_ name: String) -> String {
    name.lowercased().filter { $0 != "-" && $0 != "_" }
  }
}

extension Settings {
  /// Makes the defaults with the values of a policy file (docs/policy.md). Throws if the file has any mistake.
  ///
  /// - Parameters:
  ///   - policy: The text of the file.
  ///   - file: Its name, for errors.
  ///   - defaults: The values of the keys that it omits.
  package init(
    policy: String, file: String, defaults: Settings = Settings()
  ) throws(FileError) {
    let reading = PolicyReading(policy, file: file, defaults: defaults)
    if let problem = reading.problem { throw problem }
    self = reading.settings
  }
}
