import FoundationEssentials

/// The reply of a worker: its answer, or an error.
enum WorkerReply<Answer: Codable>: Codable {
  case answer(Answer)
  case error(String)

  /// Encodes a reply on one line. Numbers can be infinite.
  static func encoded(_ reply: WorkerReply) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    // Encoding fails only for a value without a form in JSON, and no answer has one.
    return (try? encoder.encode(reply)).map { [UInt8]($0) } ?? []
  }

  /// Decodes a reply; `nil` if it is damaged.
  static func decoded(_ text: [UInt8]) -> WorkerReply? {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "+", negativeInfinity: "-", nan: "?")
    return try? decoder.decode(WorkerReply.self, from: Data(text))
  }
}
