/// A request that may start as far as its dates, the device and its app are concerned: the first of its class.
struct StartCandidate {
  /// Its class.
  var index: Int
  var request: Shared<Request>
  var kinds: KindRules.ConcurrencyClass
  /// It insists on its latest date.
  var insists: Bool
  var rank: Rank
}
