import Control

extension Failure {
  /// Returns a refusal with a note at the end of its message. Other failures are unchanged.
  package func adding(_ note: String) -> Failure {
    guard case .refused(let error, var parameters) = self else { return self }
    parameters.message += "; \(note)"
    return .refused(error: error, parameters)
  }
}
