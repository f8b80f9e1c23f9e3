/// The state of the expiration handler of a task whose time has expired.
package enum ExpirationState: String, Sendable {
  /// The app has set no handler.
  case missing
  /// The handler is being called.
  case called
  /// The handler has returned.
  case returned
}
