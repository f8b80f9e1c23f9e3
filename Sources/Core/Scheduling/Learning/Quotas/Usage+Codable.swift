extension Usage: Codable {
  /// Decodes the stored form, which `text` describes. Throws an error for other text.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let usage = Usage(text: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "no usage of an app")
    }
    self = usage
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
