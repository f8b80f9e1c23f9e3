/// A parameter that does not match the interface description.
package struct InvalidParameter: Error, Sendable, Equatable {
  /// The place of the parameter, from the outside in: `device.battery`, `steps[2].name`.
  package let path: String
  /// The problem as a clause: "is unknown", "must be an integer".
  package let problem: String

  package init(_ path: String, _ problem: String) {
    self.path = path
    self.problem = problem
  }

  /// Returns the same error with `name`, the member or the index that contains the value, at the beginning of its path.
  func prefixed(by name: String) -> InvalidParameter {
    let separator = path.isEmpty || path.hasPrefix("[") ? "" : "."
    return InvalidParameter(name + separator + path, problem)
  }
}

extension InvalidParameter: CustomStringConvertible {
  package var description: String { "\(path) \(problem)" }
}

extension InvalidParameter {
  /// Describes a value that a Codable type did not accept.
  package init(_ error: any Error) {
    guard let error = error as? DecodingError else {
      self.init("", "is not accepted: \(error)")
      return
    }
    let (context, missingKey) = Self.parts(of: error)
    var path = ""
    for key in context.codingPath + (missingKey.map { [$0] } ?? []) {
      if let index = key.intValue {
        path += "[\(index)]"
      } else {
        path += (path.isEmpty ? "" : ".") + key.stringValue
      }
    }
    self.init(
      path, missingKey == nil ? "is not accepted: \(context.debugDescription)" : "is missing")
  }

  /// Returns the place of a decoding error, and the missing key; the key is `nil` if the error has another cause.
  private static func parts(
    of error: DecodingError
  ) -> (DecodingError.Context, missingKey: (any CodingKey)?) {
    switch error {
    case .keyNotFound(let key, let context): (context, key)
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      (context, nil)
    @unknown default: (DecodingError.Context(codingPath: [], debugDescription: "\(error)"), nil)
    }
  }
}
