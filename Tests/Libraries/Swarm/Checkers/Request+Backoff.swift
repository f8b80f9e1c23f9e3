import Scheduling

extension Request {
  /// The delay after its first failure. The settings of all lives have the default one.
  var firstBackoff: Duration { terms.backoff.first ?? Settings().firstBackoff }
}
