import FoundationEssentials

/// Any JSON value: what the interface calls `object`, and what a client has sent.
indirect enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

extension JSONValue: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let members = try? container.decode([String: JSONValue].self) {
      self = .object(members)
    } else if let elements = try? container.decode([JSONValue].self) {
      self = .array(elements)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else {
      self = .string(try container.decode(String.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }

  /// The JSON value of `value`; `nil` if JSON cannot represent it.
  init?(encoding value: some Encodable) {
    guard let data = try? JSONEncoder().encode(value),
      let decoded = try? JSONDecoder().decode(JSONValue.self, from: data)
    else { return nil }
    self = decoded
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByDictionaryLiteral {
  init(stringLiteral value: String) { self = .string(value) }
  init(dictionaryLiteral members: (String, JSONValue)...) {
    self = .object(Dictionary(members) { _, last in last })
  }
}

/// A set of strings, in the interface description `[string]()`.
struct StringSet: Codable, Sendable, Equatable {
  private struct Empty: Codable {}

  private var values: Set<String>

  init(_ values: Set<String>) { self.values = values }

  init(from decoder: any Decoder) throws {
    values = Set(try [String: Empty](from: decoder).keys)
  }

  func encode(to encoder: any Encoder) throws {
    try Dictionary(uniqueKeysWithValues: values.map { ($0, Empty()) }).encode(to: encoder)
  }
}
