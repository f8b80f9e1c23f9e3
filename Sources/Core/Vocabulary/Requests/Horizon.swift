/// The furthest date of a request from now.
package enum Horizon {
  /// The default of the policy file's setting.
  package static let usual = Duration.days(366)
}
