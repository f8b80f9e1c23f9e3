/// The strength with which an operator forces a run.
package enum ForceLevel: String, CaseIterable, Codable, Sendable {
  /// Passes all but absolute vetoes.
  case force
  /// Also passes absolute vetoes.
  case forceReally
}
