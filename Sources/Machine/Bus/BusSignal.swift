/// A received signal.
package struct BusSignal: Sendable, Equatable {
  /// The unique name of the connection that sent it, such as `:1.7`.
  package var sender: String
  /// The object of the signal.
  package var path: String
  package var interface: String
  package var member: String
  package var arguments: [BusValue]
}
