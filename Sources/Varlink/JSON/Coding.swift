import FoundationEssentials

/// How values and JSON are turned into each other everywhere in this module.
///
/// Swift's Optional is the protocol's `?T`: a nil is left out when encoding, and null or absent are nil when decoding.
enum Coding {
  static let decoder = JSONDecoder()

  static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return encoder
  }()

  /// Encodes parameters to a JSON object. Throws if they are not one, or hold a NaN or an infinity, which JSON cannot say.
  static func encodeObject(_ parameters: some Encodable) throws(EncodingFailure) -> Data {
    let data: Data
    do {
      data = try encoder.encode(parameters)
    } catch {
      throw EncodingFailure(reason: "\(error)")
    }
    guard data.first == UInt8(ascii: "{") else {
      throw EncodingFailure(reason: "\(type(of: parameters)) is not encoded as an object")
    }
    return data
  }
}

/// Parameters that cannot be sent.
package struct EncodingFailure: Error, Sendable, Equatable, CustomStringConvertible {
  package let reason: String
  package var description: String { "the parameters cannot be encoded: \(reason)" }
}

/// No parameters at all: encoded as an absent member, decoded from any object.
package struct NoParameters: Codable, Sendable, Equatable {
  package init() {}
}
