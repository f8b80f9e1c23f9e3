/// How far from now the dates of a request may lie.
package enum Horizon {
  /// Unless the policy file says otherwise.
  package static let usual = Duration.days(366)
}
