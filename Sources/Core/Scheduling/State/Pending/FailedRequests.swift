import OrderedCollections

/// Requests that have failed for good, until somebody acknowledges that or queues them once more. They wait for
/// nothing, so that nothing else that there is about requests is about them.
struct FailedRequests: Sendable {
  /// How many of one user are kept; the oldest are forgotten first.
  static let mostPerUser = 100

  /// In the order in which they failed.
  private var requests: OrderedDictionary<RequestKey, Request> = [:]

  subscript(key: RequestKey) -> Request? { requests[key] }

  var count: Int { requests.count }

  var all: some Sequence<Request> { requests.values }

  /// Adds one. Returns those that are forgotten for it.
  mutating func add(_ request: Request) -> [RequestKey] {
    requests.removeValue(forKey: request.key)
    requests[request.key] = request
    let own = requests.keys.filter { $0.owner == request.key.owner }
    let forgotten = own.prefix(max(0, own.count - Self.mostPerUser))
    for key in forgotten { requests.removeValue(forKey: key) }
    return Array(forgotten)
  }

  /// Takes out the one of `key`; returns it, if there was one.
  @discardableResult
  mutating func remove(_ key: RequestKey) -> Request? {
    requests.isEmpty ? nil : requests.removeValue(forKey: key)
  }
}

extension Request {
  /// Whether it stays known once it has failed for good. What an app has asked for is the app's: it hears of its end
  /// and asks anew.
  var isKeptOnceFailed: Bool { !isStanding && (terms.task == nil || key.app == nil) }

  /// Queued once more, as it was: with all its tries, and where its latest date has passed, with a window as long as
  /// it had, from now on.
  func queuedAgain(sequence: Int64, at now: WallTime) -> Request {
    var again = self
    again.progress.gaveUp = nil
    again.progress.missed = nil
    again.sequence = sequence
    again.progress.rejoined = nil
    again.submitted = now
    again.retryState = RetryState()
    if let latest = window.latest, latest <= now {
      again.window.opens = now
      again.window.latest = now + max(.zero, latest - window.opens)
    }
    return again
  }
}
