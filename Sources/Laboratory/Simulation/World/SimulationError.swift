/// What a simulation cannot go on with: a fault of the scheduler, not of its user.
package struct SimulationError: Error, Hashable, CustomStringConvertible, Sendable {
  package var description: String
}
