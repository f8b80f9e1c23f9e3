import Scheduling

/// Work that a baseline knows of.
package struct BaselineTask: Sendable {
  package var request: Request
  /// What it requires, and what its kind requires by itself.
  var requires: Conditions
  var past: BaselinePast

  init(_ request: Request, _ past: BaselinePast, rules: KindRules) {
    self.request = request
    self.past = past
    requires = request.terms.requires
    if !rules.runsOnBattery && !request.terms.allowsBattery { requires.insert(.power) }
  }

  var isRefresh: Bool { request.terms.kind == .refresh }

  /// The app that it belongs to.
  var app: AppKey? { request.key.app.map { AppKey(owner: request.key.owner, id: $0) } }
}

/// What has become of a task so far, over all of its requests.
struct BaselinePast: Hashable, Sendable {
  /// Tasks count from 0 in the order in which they were first submitted.
  var place = 0
  var lastStart: WallTime?
  var lastSuccess: WallTime?
  /// Runs in a row that failed by themselves or used up their budget.
  var failures = 0
  /// Runs since the last success that a lost condition stopped.
  var stops = 0

  /// Whether it was started longer ago, or submitted before where neither was.
  func isOlder(than other: BaselinePast) -> Bool {
    let never = WallTime(nanoseconds: .min)
    return (lastStart ?? never, place) < (other.lastStart ?? never, other.place)
  }
}
