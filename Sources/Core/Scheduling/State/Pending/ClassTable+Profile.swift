extension ClassTable {
  /// Requests with the same inputs for the device's policies.
  struct Profile: Sendable {
    /// The inputs for the device's policies.
    let gates: GateProfile
    /// The kinds that share slots with the profile's requests.
    let kinds: KindRules.ConcurrencyClass
    /// Indices of the profile's classes.
    var classes: [Int] = []
    /// The device's verdicts for all requests of the profile; `nil` before the first evaluation.
    var deviceVerdicts: PolicyVerdicts?
    /// Time for which the apps hold every request of the profile; `nil` if this time is unknown.
    var recheckTime: RecheckTime?
    /// The search to which `recheckTime` refers; `nil` if it refers to none.
    var recheckSearch: PriceSearch?
    /// The search for the next moment at which a request of the profile may be worth its price; `nil` if there is none.
    var nextPrice: PriceSearch?
    /// The result of the last price comparison; `nil` if it must be made again.
    var comparison: PriceComparison?

    /// Whether a request of the profile may start: the device permits it, or it is a push, a wake or an alarm, which
    /// an app in the foreground gets whatever the device's state.
    var isOpen: Bool {
      gates.reachesAppInFront || deviceVerdicts?.combination.decision.permits == true
    }
  }
}
