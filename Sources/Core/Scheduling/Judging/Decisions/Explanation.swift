/// The explanation why a request runs or waits.
package struct Explanation: Sendable {
  package enum State: String, Codable, Sendable {
    case waiting, running
  }

  /// The row of a policy.
  package struct Row: Sendable {
    package var policy: String
    package var verdict: Verdict
    package var rationale: String
  }

  /// The verdicts of the policies, from which their rows are made.
  final class Verdicts: Sendable {
    private let device: PolicyVerdicts
    private let app: PolicyVerdicts
    private let candidate: Candidate

    init(_ evaluation: Evaluation) {
      (device, app, candidate) = (evaluation.device, evaluation.app, evaluation.candidate)
    }

    var rows: [Row] {
      PolicyVerdicts.rows(device, app).map { Row($0, on: candidate) }
    }
  }

  /// A cause of the wait, with its beginning if that is known.
  package struct Cause: Sendable {
    package var reason: Reason
    /// A clause for people, such as "on battery", for the owner of the request. About other users, it mentions only
    /// that they have runs.
    package var text: String
    /// The text for users who may see the requests of all users; `nil` if it is the same.
    package var fullText: String? = nil
    /// The text without the command that starts the request by force; `nil` if it has none.
    var problem: String? = nil
    /// The state of the device in words; `nil` if it is the usual one of the reason.
    package var state: String? = nil
    /// The requests that must complete or end before; `nil` for other reasons.
    package var awaited: AwaitedRequests? = nil
    package var since: WallTime?
  }

  /// The forecast for a request.
  package struct RequestForecast: Sendable {
    /// The threshold that the score must exceed; `nil` if any permitted moment is accepted.
    package var threshold: Double?
    /// The best predicted moment in the rest of the window; `nil` if there is none.
    package var optimal: (score: Double, at: WallTime)?
    /// When the request is more likely than not to run; `nil` if it is unknown.
    package var likely: Range<WallTime>?
    /// The forecast's hold on a request that the device permits; `nil` if there is none.
    var hold: GateThresholds.Hold?
  }

  package var request: Request
  package var state: State
  let sharedLive: Shared<Run>?
  /// The beginning of the run's freeze, as if the machine had not slept since; `nil` if the run is not frozen.
  package var frozenSince: WallTime?
  /// The pause that holds the request; `nil` if there is none.
  package var pause: Pause?
  /// Whether the request would start now.
  package var runsNow: Bool
  package var decision: Decision
  /// The sums; `nil` under a veto.
  package var sums: Combination.Sums?
  package var causes: [Cause]
  /// Problems that do not hold the request, but will make its run fail or delay the run.
  package var warnings: [Warning]
  /// The verdicts of the policies; `nil` if they are not explained.
  var verdicts: Verdicts? = nil
  /// The earliest moment at which the request may run, as far as time decides; `nil` if it waits for the device.
  package var next: WallTime?
  /// The moment at which the machine is woken for the request if it sleeps then; `nil` if it is not woken for it.
  package var wakesAt: WallTime? = nil
  /// The first latest date that has passed since the request's last success; `nil` if no date has passed, if the
  /// request runs for that date, or if its owner has acknowledged that the date was missed.
  package var overdueSince: WallTime?
  /// The elapsed share of the request's window, or of its lifetime if it has no latest date.
  package var progress: Double
  /// The budget and grace that a run would get now.
  package var budget: Duration
  package var grace: Duration
  /// The delay before its first retry.
  package var backoffDelay: Duration
  /// The forecast; `nil` if there is none.
  package var requestForecast: RequestForecast?
  /// The valuation of a refresh; `nil` for kinds without a price.
  package var valuation: RefreshValuation?

  /// The live run of the request's key; `nil` if there is none.
  package var live: Run? { sharedLive?.value }

  /// The phase of the request's own run; `nil` if the request does not run.
  package var phase: Run.Phase? { state == .running ? sharedLive?.value.phase : nil }

  /// The rows of the policies. Their texts are made for each call: few readers need them.
  package var rows: [Row] { verdicts?.rows ?? [] }

  package var reasons: [Reason] { causes.map(\.reason) }
  package var run: RunID? { sharedLive?.value.id }

  /// The causes in the order in which they are reported: first those that only the user of the app can end.
  package var reportedCauses: [Cause] {
    let ofApp = causes.filter { $0.reason.traits.end == .app }
    if ofApp.isEmpty { return causes }
    return ofApp + causes.filter { $0.reason.traits.end != .app }
  }
}
