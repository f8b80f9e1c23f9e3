/// Plain numbers of a server since its start.
package struct ServerCounts: Sendable {
  /// Calls that were handed to a handler, or were answered as invalid.
  package internal(set) var calls = 0
  /// Calls that were answered with an error, by the full name of the error. Calls without an answer are not included.
  package internal(set) var errors: [String: Int] = [:]
  /// Connections that were refused because of a limit.
  package internal(set) var refusedConnections = 0
  /// Open connections at present.
  package internal(set) var connections = 0
  /// Calls that wait at present for other calls to be answered.
  package internal(set) var waitingCalls = 0

  package init() {}
}
