/// The options of a request for its runs.
package struct RunTerms: Hashable, Codable, Sendable {
  package var limits = RunLimits()
  package var onClosedGate = ClosedGateAnswer.stop
  /// A signal at 90 % of the budget; `nil` if none is sent.
  package var earlySignal: Int32?
  /// A signal when a preference is lost; `nil` if none is sent.
  package var onLostPreference: Int32?
  /// Whether the command reports when it is ready, within ten seconds.
  package var signalsReadiness = false
  /// Whether the machine is kept awake during a run on external power.
  package var preventsSleep = false
  /// The unit that is started after the request has failed permanently; `nil` if there is none.
  package var onFailure: String?
  /// A shell command line that is run then; `nil` if there is none.
  package var onFailureCommand: String?
  /// A shell command line that is run after its latest date has passed; `nil` if the failure options apply.
  package var onOverdueCommand: String?
  /// The time without a success after which its owner is notified; `nil` if the owner is not, as in data of older versions.
  package var notifyAfter: Duration?
  /// Whether each failure is reported; `nil` means no, as in data of older versions.
  private var eachFailure: Bool?

  /// Whether it starts at its date regardless of all that it did not require; `nil` means no, as in data of older
  /// versions.
  private var exact: Bool?

  /// Whether the machine is woken for it; `nil` means no, as in data of older versions.
  private var wakes: Bool?

  /// The request's precedence among its user's requests of the same kind or group, greater first; `nil` means 0.
  package var priority: Int?

  /// The results that are retried; `nil` means ``RetryCondition/failure``.
  package var retryOn: RetryCondition?

  /// Its tags; `nil` if it has none, as in data of older versions.
  private var tagList: [String]?

  package init() {}

  /// Whether each failed run is reported to the unit and the command for failures.
  package var reportsEachFailure: Bool {
    get { eachFailure == true }
    set { eachFailure = newValue ? true : nil }
  }

  /// Whether the request starts at its date regardless of other work and of all conditions but those that it requires.
  package var isExact: Bool {
    get { exact == true }
    set { exact = newValue ? true : nil }
  }

  /// Whether a sleeping machine is woken at the last moment at which the request can still end in time.
  package var wakesMachine: Bool {
    get { wakes == true }
    set { wakes = newValue ? true : nil }
  }

  /// The words by which its user selects it together with others, each once. No decision depends on them.
  package var tags: [String] {
    get { tagList ?? [] }
    set { tagList = newValue.isEmpty ? nil : newValue }
  }
}

extension RunTerms: Defaulted {
  package static let usual = RunTerms()
}
