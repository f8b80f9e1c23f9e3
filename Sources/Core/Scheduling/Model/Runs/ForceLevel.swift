/// How strongly an operator wants a run.
package enum ForceLevel: String, CaseIterable, Codable, Sendable {
  /// Passes all but absolute vetoes.
  case force
  /// Passes those too.
  case forceReally
}
