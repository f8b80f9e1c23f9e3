import Vocabulary

/// The appearance of `top`: colours, local times and names.
package struct TopLook: Sendable {
  /// The name of the daemon: `system`, `user` or its socket.
  package let instance: String
  package let style: Style
  /// Returns the local time of a moment.
  package let localTime: @Sendable (WallTime) -> CivilTime
  /// Returns the name of a uid; `nil` leaves out the owners.
  package let owner: (@Sendable (Int64) -> String)?

  package init(
    instance: String, style: Style, owner: (@Sendable (Int64) -> String)? = nil,
    localTime: @escaping @Sendable (WallTime) -> CivilTime
  ) {
    (self.instance, self.style, self.owner, self.localTime) = (instance, style, owner, localTime)
  }
}
