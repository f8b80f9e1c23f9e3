/// A request that may start according to its dates, the device and its app: the first of its class.
struct StartCandidate {
  /// The index of its class.
  var index: Int
  var request: Shared<Request>
  var kinds: KindRules.ConcurrencyClass
  /// Whether the request insists on its latest date.
  var mustRun: Bool
  var rank: Rank
}
