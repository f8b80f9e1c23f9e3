/// Why something that was asked for is not done: which field, its value, and what would be allowed.
package struct Refusal: Error, Hashable, Sendable {
  /// What kind of refusal this is; the protocol has an error for each.
  package enum Code: String, Codable, Sendable {
    case invalid, notFound, ambiguous, limit, notPermitted, held, unavailable
  }

  package var code: Code
  /// The field of the call, as the interface description spells it; empty where no field is at fault.
  package var field: String
  package var value: String
  /// One sentence that says what is wrong and what to do about it.
  package var message: String
  /// Names of the reasons for which a request may not run now, where that was refused.
  package var reasons: [String] = []

  package init(_ code: Code, field: String = "", value: String = "", message: String) {
    self.code = code
    self.field = field
    self.value = Self.shortened(value)
    self.message = message
  }

  /// A value that is outside of what `field` takes.
  package init(field: String, value: String, allowed: String) {
    self.init(
      .invalid, field: field, value: value,
      message: "\(field) '\(Self.shortened(value))' is not allowed; use \(allowed)")
  }

  /// `value`, or its beginning: a call may bring a megabyte.
  private static func shortened(_ value: String) -> String {
    value.utf8.count <= 300 ? value : String(value.prefix(280))
  }
}
