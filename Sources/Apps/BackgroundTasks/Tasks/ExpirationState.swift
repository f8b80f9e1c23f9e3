/// What became of the expiration handler of a task whose time is over.
package enum ExpirationState: String, Sendable {
  /// The app has set none.
  case missing
  /// It is called.
  case called
  /// It has returned.
  case returned
}
