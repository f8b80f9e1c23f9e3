import JSON

/// One method of the interface: its input's fields are its own, its output is `Reply`.
package protocol ControlMethod: Codable, JSONConvertible, Sendable {
  associatedtype Reply: Codable, JSONConvertible, Sendable

  /// The name without its interface.
  static var name: String { get }
}

extension ControlMethod {
  /// The name as calls carry it.
  package static var fullName: String { "\(Interface.name).\(name)" }
}
