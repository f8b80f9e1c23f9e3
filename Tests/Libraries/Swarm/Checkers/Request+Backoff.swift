import Scheduling

extension Request {
  /// The delay after the first failure of the request. The settings of all lives have the default one.
  var firstBackoff: Duration { terms.backoff.first ?? Settings().firstBackoff }
}
