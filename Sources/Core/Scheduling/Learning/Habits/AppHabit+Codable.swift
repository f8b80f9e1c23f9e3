extension AppHabit: Codable {
  /// Decodes the stored form, which `bytes` describes. Throws an error for other bytes.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let habit = AppHabit(bytes: try container.decode([UInt8].self)) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "no habit of an app")
    }
    self = habit
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(bytes)
  }
}
