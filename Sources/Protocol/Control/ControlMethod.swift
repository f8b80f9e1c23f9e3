import JSON

/// A method of the interface. The type's fields are the input; the output is `Reply`.
package protocol ControlMethod: Codable, JSONConvertible, Sendable {
  associatedtype Reply: Codable, JSONConvertible, Sendable

  /// The name without its interface.
  static var name: String { get }
}

extension ControlMethod {
  /// The name in calls.
  package static var fullName: String { "\(Interface.name).\(name)" }
}
