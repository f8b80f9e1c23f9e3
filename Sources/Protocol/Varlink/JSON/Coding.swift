import FoundationEssentials
import JSON

/// The conversion between values and JSON in this module.
///
/// Swift's Optional is the protocol's `?T`: `nil` is left out when encoding, and null or absent members are `nil` when
/// decoding.
enum Coding {
  static let decoder = JSONDecoder()

  static let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.withoutEscapingSlashes]
    return encoder
  }()

  /// Encodes parameters to a JSON object. Throws if they are not an object, or contain a NaN or an infinity.
  static func encodeObject(_ parameters: some Encodable) throws(EncodingFailure) -> [UInt8] {
    let bytes: [UInt8]
    // JSONWriter is faster than JSONEncoder, which remains for other types.
    if let parameters = parameters as? any JSONWritable {
      var json = JSONWriter(capacity: 2048)
      parameters.write(to: &json)
      if let number = json.unwritable {
        throw EncodingFailure(unwritable: number)
      }
      bytes = json.bytes
    } else {
      do {
        bytes = Array(try encoder.encode(parameters))
      } catch {
        throw EncodingFailure(reason: "\(error)")
      }
    }
    guard bytes.first == UInt8(ascii: "{") else {
      throw EncodingFailure(ofNoObject: parameters)
    }
    return bytes
  }
}

extension Decodable {
  /// Reads a value whose type is `JSONReadable`, which takes a tenth of the time; `nil` if the type is not, or the
  /// value does not match. JSONDecoder then decides, and reports the problem.
  init?(reading json: JSONElement) {
    guard let type = Self.self as? any JSONReadable.Type, let value = type.init(json: json) as? Self
    else { return nil }
    self = value
  }
}

/// A type of parameters that is known to write itself when a function is compiled. To find out takes longer than to
/// write a small value.
package typealias DirectlyEncodable = Encodable & JSONWritable

/// A type of parameters that is known to read itself when a function is compiled.
package typealias DirectlyDecodable = Decodable & JSONReadable

/// Parameters that cannot be sent.
package struct EncodingFailure: Error, Sendable, Equatable, CustomStringConvertible {
  package let reason: String
  package var description: String { "the parameters cannot be encoded: \(reason)" }
}

extension EncodingFailure {
  /// Describes a NaN or an infinity among the parameters.
  init(unwritable number: Double) { self.init(reason: "JSON cannot represent \(number)") }

  /// Describes parameters that are encoded as an array or a single value: the protocol requires an object.
  init(ofNoObject parameters: some Encodable) {
    self.init(reason: "\(type(of: parameters)) is not encoded as an object")
  }
}

/// Empty parameters: encoded as an absent member, decoded from any object.
package struct NoParameters: Codable, JSONConvertible, Sendable, Equatable {
  package init() {}

  package init?(json: JSONElement) {
    guard json.kind == .object else { return nil }
  }

  package func write(to json: inout JSONWriter) {
    json.beginObject()
    json.endObject()
  }
}
