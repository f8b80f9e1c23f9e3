import Scheduling

extension Request {
  /// What it waits after its first failure: no life has settings of its own for that.
  var firstBackoff: Duration { terms.backoff.first ?? Settings().firstBackoff }
}
