/// A group with its width, its runs and its queued requests.
package struct GroupState: Sendable {
  package var key: GroupKey
  /// The maximum number of its simultaneous runs.
  package var width: Int
  /// The keys of the requests that are running, the oldest run first.
  package var running: [RequestKey] = []
  /// The number of queued requests that are not running.
  package var waiting = 0
}
