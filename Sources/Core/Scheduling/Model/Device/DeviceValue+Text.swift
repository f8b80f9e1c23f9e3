// The words of `device set`, of scenario files and of `device show`: `key=value`.
extension DeviceValue {
  /// The key of the field in `key=value`, such as `low-power`, or `path:/mnt/backup` for a path.
  package var key: ExactString {
    let key: DeviceKey
    switch self {
    case .path(let path, _): return ExactString(DeviceKey.pathPrefix + path.text)
    case .power: key = .power
    case .battery: key = .battery
    case .lowPower: key = .lowPower
    case .thermal: key = .thermal
    case .network: key = .network
    case .metered: key = .metered
    case .screen: key = .screen
    case .idle: key = .idle
    case .load: key = .load
    case .memory: key = .memory
    case .storage: key = .storage
    case .locked: key = .locked
    case .backgroundRefresh: key = .backgroundRefresh
    case .networkID: key = .networkID
    case .networkNames: key = .networkNames
    }
    return ExactString(key.rawValue)
  }

  /// Returns the path that `key` names; `nil` if it is the key of another field.
  package static func path(ofKey key: ExactString) -> ExactString? {
    key.droppingPrefix(DeviceKey.pathPrefix)
  }

  /// Whether the value is a choice of the user, which no machine reports. It is not overridden or thawed, and it
  /// survives a boot.
  package var isUserChoice: Bool {
    if case .backgroundRefresh = self { true } else { false }
  }

  /// The value as text; `nil` if it is unknown.
  package var text: String? {
    switch self {
    case .power(let value): value?.rawValue
    case .battery(let value), .load(let value): value.map { String($0) }
    case .lowPower(let value), .screen(let value), .backgroundRefresh(let value):
      value.map { $0 ? "on" : "off" }
    case .metered(let value), .idle(let value), .locked(let value), .path(_, let value):
      value.map { $0 ? "yes" : "no" }
    case .networkID(let value): value
    case .networkNames(let value): value.map { NetworkName.text($0) }
    case .thermal(let value): value?.rawValue
    case .network(let value): value?.rawValue
    case .memory(let value): value?.rawValue
    case .storage(let value): value?.rawValue
    }
  }

  /// The value as text, `unknown` included.
  package var word: String { text ?? Self.unknown }

  /// The text `key=value`.
  package var assignment: String { "\(key)=\(word)" }

  /// Creates the value of the field `key` from the text of a user; `unknown` is a value of every key. Throws a refusal
  /// of an unknown key, or of a text that the key does not allow.
  package init(key: String, text: String) throws(Refusal) {
    switch key {
    case "power": self = .power(try Self.word(key, text))
    // Another key for power, which story files also allow.
    case "charging":
      self = .power(try Self.flag(key, text, "yes", "no").map { $0 ? .ac : .battery })
    case "battery": self = .battery(try Self.percent(key, text))
    case "low-power": self = .lowPower(try Self.flag(key, text, "on", "off"))
    case "thermal": self = .thermal(try Self.word(key, text))
    case "network": self = .network(try Self.word(key, text))
    case "metered": self = .metered(try Self.flag(key, text, "yes", "no"))
    case "screen": self = .screen(isOn: try Self.flag(key, text, "on", "off"))
    case "idle": self = .idle(try Self.flag(key, text, "yes", "no"))
    case "load": self = .load(try Self.percent(key, text))
    case "memory": self = .memory(try Self.word(key, text))
    case "storage": self = .storage(try Self.word(key, text))
    case "locked": self = .locked(try Self.flag(key, text, "yes", "no"))
    case "background-refresh":
      self = .backgroundRefresh(try Self.flag(key, text, "on", "off"))
    case "network-id": self = .networkID(try Self.name(key, text))
    case "network-names":
      self = .networkNames(text == Self.unknown ? nil : try NetworkName.names(key, text))
    default:
      guard let named = Self.path(ofKey: ExactString(key)) else {
        throw Self.unknown(String(key.prefix(80)))
      }
      let path = Needs.plain(named)
      try Needs.check(path, field: "device")
      self = .path(path, isThere: try Self.flag(key, text, "yes", "no"))
    }
  }

  package static let unknown = "unknown"

  /// Returns the refusal of a `key` that no field of the device has, with the nearest key as a suggestion.
  private static func unknown(_ key: String) -> Refusal {
    let near = Suggestion.nearest(to: key, among: DeviceKey.names)
    let names = DeviceKey.names.joined(separator: ", ") + ", \(DeviceKey.pathPrefix)/PATH"
    let advice = near.map { "did you mean '\($0)'?" } ?? "use \(names)"
    return Refusal(
      .invalid, field: "device", value: key,
      message: "the device has no field '\(key)'; \(advice)")
  }

  /// Parses the identifier of a network: 1 to 64 ASCII characters without spaces. Returns `nil` for `unknown`; throws a
  /// refusal of the field `key` for other text.
  private static func name(_ key: String, _ text: String) throws(Refusal) -> String? {
    if text == unknown { return nil }
    let isName = text.utf8.allSatisfy { (0x21...0x7e).contains($0) }
    guard isName, (1...64).contains(text.utf8.count) else {
      throw Refusal(
        field: key, value: String(text.prefix(80)),
        allowed: "1 to 64 ASCII characters without spaces, \(unknown)")
    }
    return text
  }

  /// Parses a word of `Value`, such as `wifi`. Returns `nil` for `unknown`; throws a refusal with the allowed words for
  /// other text.
  private static func word<Value: RawRepresentable & CaseIterable>(
    _ key: String, _ text: String
  ) throws(Refusal) -> Value? where Value.RawValue == String {
    if text == unknown { return nil }
    if let value = Value(rawValue: text) { return value }
    let words = Value.allCases.map(\.rawValue) + [unknown]
    throw Refusal(field: key, value: text, allowed: words.joined(separator: ", "))
  }

  /// Parses the words of a field for true (`yes`) and false (`no`), such as `on` and `off`. Returns `nil` for
  /// `unknown`; throws a refusal for other text.
  private static func flag(
    _ key: String, _ text: String, _ yes: String, _ no: String
  ) throws(Refusal) -> Bool? {
    switch text {
    case yes: return true
    case no: return false
    case unknown: return nil
    default: throw Refusal(field: key, value: text, allowed: "\(yes), \(no), \(unknown)")
    }
  }

  /// Parses a percentage from 0 to 100. Returns `nil` for `unknown`; throws a refusal for other text.
  private static func percent(_ key: String, _ text: String) throws(Refusal) -> Int? {
    if text == unknown { return nil }
    if let value = Int(text), (0...100).contains(value) { return value }
    throw Refusal(field: key, value: text, allowed: "0 to 100 (percent), \(unknown)")
  }
}
