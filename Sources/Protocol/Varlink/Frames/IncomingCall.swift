import JSON

/// A received call.
package struct IncomingCall: Sendable {
  package let method: String
  package let mode: CallMode
  private let element: JSONElement?

  /// Reads one message (without its NUL). Throws if it is malformed: the connection must then be closed without a
  /// reply.
  package init(_ frame: [UInt8]) throws(ProtocolViolation) {
    let header = try Header(
      JSONDocument(message: frame),
      knownNames: ["method", "parameters", "more", "oneway", "upgrade"])
    guard let method = try header.string("method") else { throw .missingMethod }
    self.method = method
    mode = try Self.mode(in: header)
    element = try header.parameters()
  }

  /// Returns the mode of a call by its flags. Throws `severalFlags` if more than one is true.
  private static func mode(in header: Header) throws(ProtocolViolation) -> CallMode {
    var mode = CallMode.single
    for candidate in [CallMode.oneway, .more, .upgrade] where try header.flag(candidate.rawValue) {
      guard mode == .single else { throw .severalFlags }
      mode = candidate
    }
    return mode
  }

  /// The parameters as they were sent; an empty object if there were none.
  package var parameters: JSONText { element.map { JSONText(bytes: $0.text) } ?? .emptyObject }

  /// Decodes the parameters as a value. Throws an error with the path of the parameter that does not fit.
  package func decodeParameters<Value: Decodable>(
    as _: Value.Type = Value.self
  ) throws(InvalidParameter) -> Value {
    if let value = Value(reading: element ?? .emptyObject) { return value }
    return try parameters.decodeParameters()
  }

  /// Decodes the parameters as a value. Throws an error with the path of the parameter that does not fit.
  package func decodeParameters<Value: DirectlyDecodable>(
    as _: Value.Type = Value.self
  ) throws(InvalidParameter) -> Value {
    if let value = Value(json: element ?? .emptyObject) { return value }
    return try parameters.decodeParameters()
  }

  /// Compares the parameters with the input of the method.
  package func check(_ check: ParameterCheck) throws(InvalidParameter) {
    try check.check(element)
  }
}
