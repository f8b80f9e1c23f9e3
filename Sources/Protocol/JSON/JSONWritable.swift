/// A value that writes itself as JSON. JSONEncoder takes ten times as long.
@usableFromInline
package protocol JSONWritable {
  /// Writes exactly one value.
  func write(to json: inout JSONWriter)
}

extension JSONWriter {
  /// Writes a member: its name, which must need no escape, and its value.
  @inlinable
  package mutating func member(_ name: StaticString, _ value: some JSONWritable) {
    self.name(name)
    value.write(to: &self)
  }

  /// Writes a member, or nothing if there is no value.
  @inlinable
  package mutating func member(_ name: StaticString, ifThere value: (some JSONWritable)?) {
    if let value { member(name, value) }
  }

  /// Writes a member; null if there is no value.
  @inlinable
  package mutating func member(_ name: StaticString, orNull value: (some JSONWritable)?) {
    guard let value else {
      self.name(name)
      return null()
    }
    member(name, value)
  }
}

extension Bool: JSONWritable {
  @inlinable
  package func write(to json: inout JSONWriter) { json.write(self) }
}

extension JSONWritable where Self: FixedWidthInteger {
  /// Writes the number, limited to the range of 64 bits with a sign.
  @inlinable
  package func write(to json: inout JSONWriter) { json.write(Int64(clamping: self)) }
}

extension Int: JSONWritable {}
extension Int32: JSONWritable {}
extension Int64: JSONWritable {}
extension UInt16: JSONWritable {}

extension Double: JSONWritable {
  @inlinable
  package func write(to json: inout JSONWriter) { json.write(self) }
}

extension String: JSONWritable {
  @inlinable
  package func write(to json: inout JSONWriter) { json.write(self) }
}

extension Array: JSONWritable where Element: JSONWritable {
  /// Writes an array with every element.
  @inlinable
  package func write(to json: inout JSONWriter) {
    json.beginArray()
    for element in self { element.write(to: &json) }
    json.endArray()
  }
}

/// Writes the keys in order, so that the same value always gives the same text.
extension Dictionary: JSONWritable where Key == String, Value: JSONWritable {
  /// Writes an object with every entry, in the order of the keys.
  @inlinable
  package func write(to json: inout JSONWriter) {
    json.beginObject()
    for (key, value) in sorted(by: { $0.key < $1.key }) {
      json.name(key)
      value.write(to: &json)
    }
    json.endObject()
  }
}
