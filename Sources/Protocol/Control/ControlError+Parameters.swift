import JSON

extension ControlError {
  /// The name in replies.
  package var fullName: String { "\(Interface.name).\(rawValue)" }

  /// The parameters of all errors. Parameters that an error does not declare are left out.
  package struct Parameters: Codable, Hashable, JSONWritable, Sendable {
    package var field: String?
    package var value: String?
    package var reasons: [String]?
    /// The problem and its remedy.
    package var message: String

    package init(
      field: String? = nil, value: String? = nil, reasons: [String]? = nil, message: String
    ) {
      self.field = field
      self.value = value
      self.reasons = reasons
      self.message = message
    }

    /// Writes the parameters as a JSON object, without the members that are `nil`.
    package func write(to json: inout JSONWriter) {
      json.beginObject()
      json.member("field", ifThere: field)
      json.member("value", ifThere: value)
      json.member("reasons", ifThere: reasons)
      json.member("message", message)
      json.endObject()
    }
  }
}
