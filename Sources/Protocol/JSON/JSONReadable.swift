/// A value that can be read from JSON.
@usableFromInline
package protocol JSONReadable {
  /// Reads a value; `nil` if `json` has another type.
  init?(json: JSONElement)
}

package typealias JSONConvertible = JSONReadable & JSONWritable

/// A member that is missing, or that has the wrong type.
@usableFromInline
package struct JSONMismatch: Error {
  @inlinable package init() {}
}

// Other modules specialise these functions for their types only if all that they name is `@usableFromInline`; the
// compiler does not say so. Unspecialised they take five times as long.
extension JSONMembers {
  /// Reads a member that must exist. Throws an error if it is missing or null, or has another type.
  @inlinable
  package mutating func required<Value: JSONReadable>(
    _ name: StaticString
  ) throws(JSONMismatch) -> Value {
    guard let value: Value = try optional(name) else { throw JSONMismatch() }
    return value
  }

  /// Reads a member; `nil` if it is missing or null. Throws an error if it has another type.
  @inlinable
  package mutating func optional<Value: JSONReadable>(
    _ name: StaticString
  ) throws(JSONMismatch) -> Value? {
    guard let element = value(name), element.kind != .null else { return nil }
    guard let value = Value(json: element) else { throw JSONMismatch() }
    return value
  }
}

// The most frequent types. Other modules call the generic functions unspecialised, which takes twice as long.
extension JSONMembers {
  /// Reads a string member; `nil` if it is missing or null. Throws an error if it has another type. So do the functions
  /// below for their types.
  package mutating func optional(_ name: StaticString) throws(JSONMismatch) -> String? {
    try read(name)
  }

  package mutating func optional(_ name: StaticString) throws(JSONMismatch) -> Bool? {
    try read(name)
  }

  package mutating func optional(_ name: StaticString) throws(JSONMismatch) -> Int64? {
    try read(name)
  }

  package mutating func optional(_ name: StaticString) throws(JSONMismatch) -> Double? {
    try read(name)
  }

  package mutating func optional(_ name: StaticString) throws(JSONMismatch) -> [String]? {
    try read(name)
  }

  /// Reads a member, with code for its type: this module has the body.
  @inline(__always)
  private mutating func read<Value: JSONReadable>(
    _ name: StaticString
  ) throws(JSONMismatch) -> Value? {
    guard let element = value(name), element.kind != .null else { return nil }
    guard let value = Value(json: element) else { throw JSONMismatch() }
    return value
  }

  /// Reads a string member that must exist. Throws an error if it is missing or null, or has another type. So do the
  /// functions below for their types.
  package mutating func required(_ name: StaticString) throws(JSONMismatch) -> String {
    try Self.present(try optional(name))
  }

  package mutating func required(_ name: StaticString) throws(JSONMismatch) -> Bool {
    try Self.present(try optional(name))
  }

  package mutating func required(_ name: StaticString) throws(JSONMismatch) -> Int64 {
    try Self.present(try optional(name))
  }

  package mutating func required(_ name: StaticString) throws(JSONMismatch) -> Double {
    try Self.present(try optional(name))
  }

  package mutating func required(_ name: StaticString) throws(JSONMismatch) -> [String] {
    try Self.present(try optional(name))
  }

  /// Returns the value of a member that must exist. Throws an error if the member was missing or null.
  @inline(__always)
  private static func present<Value>(_ value: Value?) throws(JSONMismatch) -> Value {
    guard let value else { throw JSONMismatch() }
    return value
  }
}

extension Bool: JSONReadable {
  @inlinable
  package init?(json: JSONElement) {
    guard let bool = json.bool else { return nil }
    self = bool
  }
}

extension JSONReadable where Self: FixedWidthInteger {
  @inlinable
  package init?(json: JSONElement) {
    guard let integer = json.integer else { return nil }
    self.init(exactly: integer)
  }
}

extension Int: JSONReadable {}
extension Int32: JSONReadable {}
extension Int64: JSONReadable {}
extension UInt16: JSONReadable {}

extension Double: JSONReadable {
  @inlinable
  package init?(json: JSONElement) {
    guard let double = json.double else { return nil }
    self = double
  }
}

extension String: JSONReadable {
  @inlinable
  package init?(json: JSONElement) {
    guard let string = json.string else { return nil }
    self = string
  }
}

extension Array: JSONReadable where Element: JSONReadable {
  /// Reads an array; `nil` if an element has another type.
  @inlinable
  package init?(json: JSONElement) {
    guard json.kind == .array else { return nil }
    self = []
    var element = json.first
    while let value = element {
      guard let read = Element(json: value) else { return nil }
      append(read)
      element = value.next(in: json)
    }
  }
}

extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
  /// Reads an object; `nil` if the value of a member has another type.
  @inlinable
  package init?(json: JSONElement) {
    guard json.kind == .object else { return nil }
    self = [:]
    var name = json.first
    while let key = name?.string, let value = name?.following {
      guard let read = Value(json: value) else { return nil }
      self[key] = read
      name = value.next(in: json)
    }
  }
}
