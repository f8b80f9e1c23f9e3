import JSON

/// A received reply.
package struct IncomingReply: Sendable {
  private let element: JSONElement?
  /// The fully qualified name of the error; `nil` if the call succeeded.
  package let error: String?
  /// Whether more replies to the same call follow.
  package let continues: Bool

  /// Reads one message (without its NUL). Throws if it is malformed: the connection must then be closed.
  package init(_ frame: [UInt8]) throws(ProtocolViolation) {
    let header = try Header(
      JSONDocument(message: frame), knownNames: ["parameters", "continues", "error"])
    error = try header.string("error")
    continues = try header.flag("continues")
    if error != nil, continues { throw .errorContinues }
    element = try header.parameters()
  }

  /// The output, or the parameters of the error; an empty object if there were none.
  package var parameters: JSONText { element.map { JSONText(bytes: $0.text) } ?? .emptyObject }

  /// Decodes the output as a value.
  package func decode<Value: Decodable>(as _: Value.Type = Value.self) throws -> Value {
    if let value = Value(reading: element ?? .emptyObject) { return value }
    return try parameters.decode()
  }
}
