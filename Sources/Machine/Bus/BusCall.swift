/// A method call.
package struct BusCall {
  package var destination: String
  package var path: String
  package var interface: String
  package var member: String
  package var arguments: [BusValue]
  /// Whether a service that is not running is started for the call (D-Bus specification, "Message Bus Starting
  /// Services").
  package var startsService: Bool
  /// Timeout of the answer; `nil` for the library's 25 seconds.
  package var timeoutSeconds: Double?

  package init(
    destination: String, path: String, interface: String, member: String,
    arguments: [BusValue] = [], startsService: Bool = true, timeoutSeconds: Double? = nil
  ) {
    self.destination = destination
    self.path = path
    self.interface = interface
    self.member = member
    self.arguments = arguments
    self.startsService = startsService
    self.timeoutSeconds = timeoutSeconds
  }
}
