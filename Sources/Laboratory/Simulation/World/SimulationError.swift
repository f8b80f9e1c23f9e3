/// An error that ends a simulation: a fault of the scheduler, not of its user.
package struct SimulationError: Error, Hashable, CustomStringConvertible, Sendable {
  package var description: String
}
