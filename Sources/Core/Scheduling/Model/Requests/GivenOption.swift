/// One option of `submit` that a request does not have by default.
package struct GivenOption: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    /// It is on.
    case flag
    /// As it is typed.
    case text(String)
    case list([String])
    case limits(RunLimits)
  }

  /// In a call of the interface.
  package var field: String
  /// On the command line, without its dashes.
  package var flag: String
  /// In a task file.
  package var key: String?
  package var value: Value

  /// As it is said to people: `every 1d`.
  package var words: String {
    switch value {
    case .flag: flag
    case .text(let text): "\(flag) \(text)"
    case .list(let words): "\(flag) \(words.joined(separator: ","))"
    case .limits(let limits): "\(flag) \(limits.words.joined(separator: ","))"
    }
  }
}

/// Collects them, without what is as it is unless given.
struct GivenOptions {
  private(set) var all: [GivenOption] = []

  private mutating func add(
    _ field: String, _ flag: String, _ key: String?, value: GivenOption.Value
  ) {
    all.append(GivenOption(field: field, flag: flag, key: key, value: value))
  }

  mutating func add(_ field: String, _ flag: String, _ key: String?, text: String?) {
    if let text { add(field, flag, key, value: .text(text)) }
  }

  mutating func add(_ field: String, _ flag: String, _ key: String?, isOn: Bool) {
    if isOn { add(field, flag, key, value: .flag) }
  }

  mutating func add(_ field: String, _ flag: String, _ key: String?, list: [String]) {
    if !list.isEmpty { add(field, flag, key, value: .list(list)) }
  }

  mutating func add(_ field: String, _ flag: String, _ key: String?, limits: RunLimits) {
    if limits != RunLimits() { add(field, flag, key, value: .limits(limits)) }
  }
}

extension Request {
  /// One that was submitted without options.
  static let usual = Request(
    key: RequestKey(owner: 0, id: "usual"), sequence: 0, kind: .usual,
    command: Command(arguments: []), submitted: WallTime(seconds: 0),
    window: Window(opens: WallTime(seconds: 0)))
}
