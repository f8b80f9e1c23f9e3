import Scheduling
import Simulation

/// The work known to a baseline.
package struct BaselineTask: Sendable {
  package var request: Request
  /// The conditions that the task and its kind require.
  var requires: Conditions
  var past: BaselinePast

  /// - Parameter rules: The rules of the request's kind, which can require power.
  init(_ request: Request, _ past: BaselinePast, rules: KindRules) {
    self.request = request
    self.past = past
    requires = request.terms.requires
    if !rules.runsOnBattery && !request.terms.allowsBattery { requires.insert(.power) }
  }

  var isRefresh: Bool { request.terms.kind == .refresh }

  /// The app that it belongs to; `nil` if there is none.
  var app: AppKey? { request.key.app.map { AppKey(owner: request.key.owner, id: $0) } }
}

/// The history of a task over all of its requests.
struct BaselinePast: Hashable, Sendable {
  /// The number of the task, from 0 in the order of first submission.
  var place = 0
  var lastStart: WallTime?
  var lastSuccess: WallTime?
  /// Consecutive runs that failed without being stopped or that used up their budget.
  var failures = 0
  /// Runs since the last success that were stopped for a lost condition.
  var stops = 0

  /// Whether its last start is earlier or, if neither has started, it was submitted before.
  func isOlder(than other: BaselinePast) -> Bool {
    let never = WallTime(nanoseconds: .min)
    return (lastStart ?? never, place) < (other.lastStart ?? never, other.place)
  }
}
