import OrderedCollections

/// Requests that have failed permanently, until they are acknowledged or queued again. Failed requests wait for
/// nothing, so no other part of `PendingRequests` includes them.
struct FailedRequests: Sendable {
  /// The maximum number of kept requests for each user; the oldest are forgotten first.
  static let mostPerUser = 100

  /// The requests, in the order in which they failed.
  private var requests: OrderedDictionary<RequestKey, Request> = [:]

  subscript(key: RequestKey) -> Request? { requests[key] }

  var count: Int { requests.count }

  var all: some Sequence<Request> { requests.values }

  /// Adds a permanently failed request as the newest of its user. Beyond `mostPerUser`, forgets the user's oldest ones
  /// and returns their keys.
  mutating func add(_ request: Request) -> [RequestKey] {
    // Removed first, so that it becomes the newest.
    requests.removeValue(forKey: request.key)
    requests[request.key] = request
    let own = requests.keys.filter { $0.owner == request.key.owner }
    let forgotten = own.prefix(max(0, own.count - Self.mostPerUser))
    for key in forgotten { requests.removeValue(forKey: key) }
    return Array(forgotten)
  }

  /// Removes and returns the request of `key`; `nil` if there is none.
  @discardableResult
  mutating func remove(_ key: RequestKey) -> Request? {
    requests.isEmpty ? nil : requests.removeValue(forKey: key)
  }
}

extension Request {
  /// Whether it is kept after a permanent failure. The request of an app's task is not kept: the app receives its end
  /// and submits it again. Neither is a standing request, which waits again.
  var isKeptOnceFailed: Bool { !isStanding && (terms.task == nil || key.app == nil) }

  /// Returns the request queued again with all its tries. If its latest date has passed, it gets a window of the same
  /// length from now on.
  func queuedAgain(sequence: Int64, at now: WallTime) -> Request {
    var again = self
    again.progress.gaveUp = nil
    again.progress.windowFailure = nil
    again.progress.missed = nil
    again.progress.notified = nil
    again.progress.awaitedSince = nil
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
