import JSON

/// Finds the number that does not fit a Codable type, such as 300 in an Int8.
///
/// JSONDecoder reports that as invalid JSON, without the place. The numbers are therefore replaced by zeros, one after
/// the other, until the text is accepted. This is done only for calls that are refused anyway, and only for a few
/// numbers, so that no client can make it costly.
enum NumberMisfit {
  private static let maximumNumbers = 64

  /// Returns the path of the number in `text` that does not fit: with zeros in place of it and of the numbers before
  /// it, the text is accepted. `accepts` returns whether the type can be decoded from a text. Returns `nil` if no
  /// number explains the error, or there are too many numbers.
  static func path(in text: JSONText, accepts: (JSONText) -> Bool) -> String? {
    guard let document = try? JSONDocument(Array(text.bytes)) else { return nil }
    var numbers: [(path: String, range: Range<Int>)] = []
    collect(document.root, path: "", into: &numbers)
    guard numbers.count <= maximumNumbers else { return nil }
    var bytes = document.bytes
    for number in numbers {
      // The length stays the same, so that the other ranges stay right.
      let zero =
        [UInt8(ascii: "0")] + Array(repeating: UInt8(ascii: " "), count: number.range.count - 1)
      bytes.replaceSubrange(number.range, with: zero)
      if accepts(JSONText(bytes: bytes[...])) { return number.path }
    }
    return nil
  }

  /// Appends the path and the byte range of each number in a value. Stops after one more than `maximumNumbers`, which
  /// the caller detects as too many.
  private static func collect(
    _ element: JSONElement, path: String, into numbers: inout [(path: String, range: Range<Int>)]
  ) {
    guard numbers.count <= maximumNumbers else { return }
    switch element.kind {
    case .number: numbers.append((path, element.range))
    case .object:
      element.forEachMember { name, value in
        let step = (path.isEmpty ? "" : ".") + (name.string ?? "")
        collect(value, path: path + step, into: &numbers)
      }
    case .array:
      element.forEachElement { position, value in
        collect(value, path: path + "[\(position)]", into: &numbers)
      }
    default: break
    }
  }
}

extension JSONText {
  /// Decodes parameters; an error contains the path of the parameter that the type did not accept.
  package func decodeParameters<Value: Decodable>(
    as _: Value.Type = Value.self
  ) throws(InvalidParameter) -> Value {
    do {
      return try decode()
    } catch {
      let problem = InvalidParameter(error)
      // Foundation reports each error with its place, except a number that does not fit its type.
      guard problem.path.isEmpty else { throw problem }
      let path = NumberMisfit.path(in: self) { (try? $0.decode(as: Value.self)) != nil }
      throw path.map { InvalidParameter($0, "is out of range") } ?? problem
    }
  }
}
