import Control
import Scheduling

/// A request with numbers of its own in the metrics.
struct NamedRequest: Comparable, Sendable {
  /// The largest number of requests in an answer: each has up to six series, which a monitoring system keeps for
  /// months.
  static let most = 200

  /// The order of requests if there are too many: those that need attention first.
  private enum Rank: Int {
    case failed, overdue, failing, other
  }

  let numbers: RequestNumbersInfo
  private let rank: Rank
  private let sequence: Int64

  /// Describes a request that waits or runs.
  init(_ request: Request, isRunning: Bool, at now: WallTime) {
    let overdueSince = isRunning ? nil : request.overdueSince(at: now)
    rank =
      if request.failedWindow != nil {
        .failed
      } else if overdueSince != nil {
        .overdue
      } else if request.progress.failures > 0 {
        .failing
      } else {
        .other
      }
    sequence = request.sequence
    numbers = RequestNumbersInfo(
      request, state: isRunning ? "running" : "waiting", overdueSince: overdueSince)
  }

  /// Describes a request that has failed permanently.
  init(failed request: Request) {
    (rank, sequence) = (.failed, request.sequence)
    numbers = RequestNumbersInfo(request, state: "failed", overdueSince: nil)
  }

  /// Orders requests by the attention that they need, and those of one rank by their age.
  static func < (left: Self, right: Self) -> Bool {
    (left.rank.rawValue, left.sequence) < (right.rank.rawValue, right.sequence)
  }
}

extension RequestNumbersInfo {
  /// Describes a request in this state, and the first latest date that it has missed; `nil` if it has missed none.
  fileprivate init(_ request: Request, state: String, overdueSince: WallTime?) {
    self.init(
      id: request.key.id, app: request.key.app, owner: Int64(request.key.owner), state: state,
      failed: state == "failed" || request.failedWindow != nil,
      failures: Int64(request.progress.failures), submitted: request.submitted.secondsSince1970,
      interval: request.period?.every.seconds,
      lastSuccess: request.progress.lastSuccess?.secondsSince1970,
      overdueSince: overdueSince?.secondsSince1970)
  }
}

extension WallTime {
  /// The time in seconds since 1970.
  var secondsSince1970: Double { seconds(since: WallTime(nanoseconds: 0)) }
}
