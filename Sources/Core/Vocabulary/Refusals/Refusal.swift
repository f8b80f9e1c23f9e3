/// The reason why a call is refused: the field, its value, and the allowed values.
package struct Refusal: Error, Hashable, Sendable {
  /// The category of the refusal; the protocol has an error for each.
  package enum Code: String, Codable, Sendable {
    case invalid, notFound, ambiguous, limit, notPermitted, held, unavailable
  }

  package var code: Code
  /// The field of the call, as the interface description spells it; empty if no field is at fault.
  package var field: String
  package var value: String
  /// One sentence with the problem and its remedy.
  package var message: String
  /// Names of the reasons for which a request cannot run now, if that was refused.
  package var reasons: [String] = []
  /// The end of `message` that only administrators can follow; `nil` if all callers can.
  package var administratorAdvice: String?

  package init(_ code: Code, field: String = "", value: String = "", message: String) {
    self.code = code
    self.field = field
    self.value = Self.shortened(value)
    self.message = message
  }

  /// Creates a refusal of a value that `field` does not allow.
  package init(field: String, value: String, allowed: String) {
    self.init(
      .invalid, field: field, value: value,
      message: "\(field) '\(Self.shortened(value))' is not allowed; use \(allowed)")
  }

  /// Returns `message` with other names for the fields that it has in backticks, as in "also give `latest`".
  ///
  /// - Parameter name: Returns the name of a field in the words of the reader; `nil` for other text.
  package static func replacingFields(
    in message: String, by name: (String) -> String?
  ) -> String {
    // Every second part was in backticks. An even number of parts means a backtick without its pair.
    let parts = message.split(separator: "`", omittingEmptySubsequences: false).map { String($0) }
    guard parts.count % 2 == 1 else { return message }
    let replaced = parts.enumerated().map { index, part in
      let wasInBackticks = index % 2 == 1
      return wasInBackticks ? name(part) ?? "`\(part)`" : part
    }
    return replaced.joined()
  }

  /// Returns `value`, or its first 280 characters if it has more than 300 bytes: a call may contain a megabyte.
  private static func shortened(_ value: String) -> String {
    value.utf8.count <= 300 ? value : String(value.prefix(280))
  }
}
