import Control
import Vocabulary

/// The next start of a request as `list` shows it, with its kind.
enum NextStart: Hashable {
  /// Time alone delays the request until then.
  case date(String)
  /// The request starts then if the device follows its forecast.
  case forecast(String)
  /// Then at the latest: a sleeping machine is woken for the request.
  case wake(String)
  case unknown

  /// Chooses the time for the column NEXT of a waiting request, by the reasons that hold it.
  ///
  /// - Parameter likely: The first interval in which a run is likely; `nil` if it is not known.
  init(_ request: RequestInfo, likely: LikelyInfo?) {
    let wake = request.wakesAt.map { NextStart.wake($0) } ?? .unknown
    if ReasonWords.areOfDevice(request.reasons) {
      // The device can change at any moment, so only its forecast gives a time.
      self = likely.map { .forecast($0.from) } ?? wake
    } else if request.reasons.contains("betterMoment") {
      // The best moment ahead is itself a forecast.
      self = (likely?.from ?? request.next).map { .forecast($0) } ?? .unknown
    } else {
      self = request.next.map { .date($0) } ?? wake
    }
  }

  /// Returns `in 2 d (earliest)`, `in 5 h (forecast)`, `in 9 h (wake)` or `unknown`.
  func text(_ clock: WallClock) -> String {
    switch self {
    case .date(let time): "\(clock.relative(time)) (earliest)"
    case .forecast(let time): "\(clock.relative(time)) (forecast)"
    case .wake(let time): "\(clock.relative(time)) (wake)"
    case .unknown: "unknown"
    }
  }
}

/// The forecasts of requests, from their explanations: `list` itself has no forecasts.
package struct RequestForecasts: Sendable {
  /// A request, by its owner and its name.
  private struct Key: Hashable {
    var owner: Int64
    var name: String
  }

  private var likely: [Key: LikelyInfo] = [:]

  /// Collects the forecasts of these explanations. Without explanations, no request has a forecast.
  package init(_ explanations: [ExplanationInfo] = []) {
    for explanation in explanations {
      likely[Key(owner: explanation.owner, name: explanation.name)] = explanation.likely
    }
  }

  /// Returns the first interval in which a run of the request is likely; `nil` if it is not known.
  func likelyInterval(of request: RequestInfo) -> LikelyInfo? {
    likely.isEmpty ? nil : likely[Key(owner: request.owner, name: request.name)]
  }

  /// Whether one of these requests waits for the device, so that only a forecast can give its start.
  package static func areNeeded(for requests: [RequestInfo]) -> Bool {
    requests.contains { $0.state != "running" && ReasonWords.areOfDevice($0.reasons) }
  }
}
