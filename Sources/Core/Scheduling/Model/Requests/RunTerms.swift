/// How a request wants its runs to be treated.
package struct RunTerms: Hashable, Codable, Sendable {
  package var limits = RunLimits()
  package var onClosedGate = ClosedGateAnswer.stop
  /// A signal at 90 % of the budget; nil sends none.
  package var earlySignal: Int32?
  /// A signal when something that it prefers is lost; nil sends none.
  package var onLostPreference: Int32?
  /// The command says when it is ready, and has ten seconds for it.
  package var signalsReadiness = false
  /// The machine does not go to sleep while a run lives and there is external power.
  package var preventsSleep = false
  /// The unit that is started once the request has failed for good.
  package var onFailure: String?
  /// A line for the shell that is run then.
  package var onFailureCommand: String?
  /// A line for the shell that is run once its latest date has passed; `nil` takes the ways of failures.
  package var onOverdueCommand: String?
  /// Nil means no, as in what older versions recorded.
  private var eachFailure: Bool?

  /// Nil means ``RetryCondition/failure``.
  package var retryOn: RetryCondition?

  package init() {}

  /// Whether the unit and the command for failures hear of each run that fails.
  package var tellsEachFailure: Bool {
    get { eachFailure == true }
    set { eachFailure = newValue ? true : nil }
  }
}
