import JSON

/// A comparison of values with a structure of an interface. It is prepared once for a method and then allocates
/// nothing.
package struct ParameterCheck: Sendable {
  private let types: [String: ValueType]
  private let structure: Structure

  /// - Parameter structure: A structure of the interface, such as a method's input.
  package init(_ structure: Structure, in interface: InterfaceDescription) {
    self.structure = structure
    types = interface.types
  }

  /// Throws if the value does not match: an undeclared member, a missing one, a wrong type, an unknown enumeration
  /// value.
  package func check(_ document: JSONDocument) throws(InvalidParameter) {
    try check(document.root)
  }

  /// Checks a part of a document; `nil` is treated as an object without members.
  func check(_ element: JSONElement?) throws(InvalidParameter) {
    guard let element else { return try checkMissing(structure, seenIndices: []) }
    try checkObject(element, structure)
  }

  /// Checks an object: each member must be declared, occur once and match its type, and no required field may be
  /// missing.
  private func checkObject(
    _ element: JSONElement, _ structure: Structure
  ) throws(InvalidParameter) {
    guard element.kind == .object else { throw InvalidParameter("", "must be an object") }
    var seenIndices: [Int] = []
    seenIndices.reserveCapacity(structure.fields.count)
    try element.forEachMember { name, value throws(InvalidParameter) in
      let index = try fieldIndex(name, of: structure)
      let field = structure.fields[index]
      guard !seenIndices.contains(index) else { throw InvalidParameter(field.name, "occurs twice") }
      seenIndices.append(index)
      try addingPlace(field.name) { () throws(InvalidParameter) in try checkValue(value, field.type)
      }
    }
    try checkMissing(structure, seenIndices: seenIndices)
  }

  /// Returns the index of the field with this name. Throws an error with the allowed names if the structure has no such
  /// field.
  private func fieldIndex(
    _ name: JSONElement, of structure: Structure
  ) throws(InvalidParameter) -> Int {
    for index in structure.fields.indices where name.equals(structure.fields[index].name) {
      return index
    }
    let allowed = structure.fields.map(\.name).joined(separator: ", ")
    throw InvalidParameter(
      name.string ?? "", "is unknown; allowed: \(allowed.isEmpty ? "none" : allowed)")
  }

  /// Throws an error for the first field that is not nullable and whose index is not in `seenIndices`.
  private func checkMissing(
    _ structure: Structure, seenIndices: [Int]
  ) throws(InvalidParameter) {
    for index in structure.required where !seenIndices.contains(index) {
      throw InvalidParameter(structure.fields[index].name, "is missing")
    }
  }

  /// Calls `body`, and adds the place `name` to the path of an error of `body`.
  private func addingPlace(
    _ name: @autoclosure () -> String, _ body: () throws(InvalidParameter) -> Void
  ) throws(InvalidParameter) {
    do {
      try body()
    } catch {
      throw error.prefixed(by: name())
    }
  }
}

// MARK: - Kinds of values

extension ParameterCheck {
  /// Checks a value of any type. A named type is looked up in the interface.
  private func checkValue(_ element: JSONElement, _ type: ValueType) throws(InvalidParameter) {
    switch type {
    case .nullable(let type): if element.kind != .null { try checkValue(element, type) }
    case .named(let name): try checkValue(element, try declaredType(name))
    case .structure(let structure): try checkObject(element, structure)
    case .enumeration(let enumeration): try checkEnumeration(element, enumeration)
    case .array(let type): try checkArray(element, type)
    case .map(let type): try checkMap(element, type)
    default: try checkSimpleValue(element, type)
    }
  }

  /// Checks a value of a type without parts, such as a number or a string.
  private func checkSimpleValue(
    _ element: JSONElement, _ type: ValueType
  ) throws(InvalidParameter) {
    let problem: String? =
      switch type {
      case .bool: element.kind == .bool ? nil : "must be true or false"
      case .int: element.isInteger ? nil : "must be an integer of 64 bits"
      case .float: element.isFiniteNumber ? nil : "must be a number"
      case .string: element.isString ? nil : "must be a string"
      case .object: element.kind == .object ? nil : "must be an object"
      // `any`: types with parts are checked by other functions.
      default: element.kind != .null ? nil : "must not be null"
      }
    if let problem { throw InvalidParameter("", problem) }
  }

  /// Returns the type that the interface declares under this name.
  private func declaredType(_ name: String) throws(InvalidParameter) -> ValueType {
    guard let type = types[name] else { throw InvalidParameter("", "has no type \(name)") }
    return type
  }

  /// Checks that a value is a string of the enumeration. The error lists the allowed strings.
  private func checkEnumeration(
    _ element: JSONElement, _ enumeration: Enumeration
  ) throws(InvalidParameter) {
    if enumeration.values.contains(where: { element.equals($0.name) }) { return }
    let allowed = enumeration.values.map(\.name).joined(separator: ", ")
    // A value from another process is quoted only up to a length.
    let found = String(decoding: element.text.prefix(64), as: UTF8.self)
    throw InvalidParameter("", "is \(found); allowed: \(allowed)")
  }

  /// Checks an array and each of its elements. The path of an error contains the index of the element.
  private func checkArray(
    _ array: JSONElement, _ type: ValueType
  ) throws(InvalidParameter) {
    guard array.kind == .array else { throw InvalidParameter("", "must be an array") }
    try array.forEachElement { position, element throws(InvalidParameter) in
      try addingPlace("[\(position)]") { () throws(InvalidParameter) in
        try checkValue(element, type)
      }
    }
  }

  /// Checks an object with any names and each of its values. The path of an error contains the name.
  private func checkMap(
    _ map: JSONElement, _ type: ValueType
  ) throws(InvalidParameter) {
    guard map.kind == .object else { throw InvalidParameter("", "must be an object") }
    try map.forEachMember { name, element throws(InvalidParameter) in
      try addingPlace(name.string ?? "") { () throws(InvalidParameter) in
        try checkValue(element, type)
      }
    }
  }
}

extension JSONElement {
  /// Whether it is a string, with or without escapes.
  fileprivate var isString: Bool { kind == .string || kind == .escapedString }

  /// Whether it has no fraction and no exponent and is from -2^63 to 2^64 - 1, the range that UAPI.20 recommends.
  fileprivate var isInteger: Bool {
    if integer != nil { return true }
    // The longest such number has 20 characters.
    guard kind == .number, text.count <= 20 else { return false }
    let digits = String(decoding: text, as: UTF8.self)
    return Int64(digits) != nil || UInt64(digits) != nil
  }

  /// Whether a Double can represent the number; JSON can write numbers that a Double cannot.
  fileprivate var isFiniteNumber: Bool {
    guard kind == .number else { return false }
    return Double(String(decoding: text, as: UTF8.self))?.isFinite == true
  }
}
