import JSON

/// The members of a message other than the parameters. The same rules apply to calls and replies.
struct Header {
  private var members: [(name: String, value: JSONElement)] = []

  /// Reads the members of a message. Throws if it is no object, or if a member is unknown or occurs twice.
  ///
  /// - Parameter knownNames: The names that the protocol defines. Other names are errors unless they contain a dot:
  ///   those are vendors' extensions, which are ignored.
  init(_ document: JSONDocument, knownNames: [String]) throws(ProtocolViolation) {
    guard document.root.kind == .object else { throw .notAnObject }
    try document.root.forEachMember { name, value throws(ProtocolViolation) in
      guard let knownName = knownNames.first(where: name.equals) else {
        return try Self.requireExtension(name)
      }
      guard self[knownName] == nil else { throw .duplicateMember(knownName) }
      members.append((knownName, value))
    }
  }

  /// Throws unless the unknown name contains a dot, and so belongs to an extension.
  private static func requireExtension(_ name: JSONElement) throws(ProtocolViolation) {
    let name = name.string ?? ""
    guard !name.utf8.contains(UInt8(ascii: ".")) else { return }
    // A name from another process is quoted only up to a length, since the error is logged.
    throw .unknownMember(String(decoding: name.utf8.prefix(64), as: UTF8.self))
  }

  /// The value of a member, which can be null; `nil` if the message lacks the member.
  private subscript(_ name: String) -> JSONElement? {
    members.first { $0.name == name }?.value
  }

  /// Returns a member; `nil` if it is absent or null.
  private func nonNullMember(_ name: String) -> JSONElement? {
    guard let value = self[name], value.kind != .null else { return nil }
    return value
  }

  /// Reads a member of type `?string`; `nil` if it is absent or null.
  func string(_ name: String) throws(ProtocolViolation) -> String? {
    guard let value = nonNullMember(name) else { return nil }
    guard let string = value.string else { throw .wrongType(member: name, expected: "a string") }
    return string
  }

  /// Reads a member of type `?bool`; absent or null means false.
  func flag(_ name: String) throws(ProtocolViolation) -> Bool {
    guard let value = nonNullMember(name) else { return false }
    guard let flag = value.bool else { throw .wrongType(member: name, expected: "true or false") }
    return flag
  }

  /// Returns the parameters; `nil` if there are none.
  func parameters() throws(ProtocolViolation) -> JSONElement? {
    guard let value = nonNullMember("parameters") else { return nil }
    guard value.kind == .object else {
      throw .wrongType(member: "parameters", expected: "an object")
    }
    return value
  }
}

extension JSONDocument {
  /// Reads a message. Invalid JSON is thrown as a violation of the protocol.
  convenience init(message bytes: [UInt8]) throws(ProtocolViolation) {
    do throws(InvalidJSON) {
      try self.init(bytes)
    } catch {
      throw .invalidJSON(offset: error.offset, problem: error.problem)
    }
  }
}
