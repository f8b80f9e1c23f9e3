/// A request's inputs for the device's gates. Requests with equal profiles share one verdict, so a change of the
/// device costs the same with ten requests and with a hundred thousand.
struct GateProfile: Hashable, Sendable {
  var kind: Kind
  var requires: Conditions
  var prefers: Conditions
  /// Paths that must exist.
  var paths: [ExactString]
  /// Names of networks that must be connected, or must not be connected.
  var networks: [ExactString]
  var allowsBattery: Bool
  /// Whether the request comes before other requests of its kind.
  var isExpedited: Bool
  /// Whether an app in the foreground gets the request whatever the device's state.
  var reachesAppInFront: Bool
  /// Whether the request begins at its date whatever the device's state, and needs no slot.
  var isExact: Bool
  /// Whether the machine is woken for the request, which then waits for no better moment.
  var wakesMachine: Bool
  var stage: WindowStage
  /// Hours in which no request of the profile starts, so that no better moment is expected in them; empty for requests
  /// that do not wait for better moments.
  var quiet: [WeekHours]

  /// Collects the inputs from the terms of `request`, the `stage` to which its window has closed, and its hours `quiet`.
  init(of request: Request, stage: WindowStage, quiet: [WeekHours] = []) {
    kind = request.terms.kind
    requires = request.terms.requires
    prefers = request.terms.prefers
    paths = request.terms.needs.paths
    networks = request.terms.needs.networks
    allowsBattery = request.terms.allowsBattery
    isExpedited = request.terms.isExpedited
    reachesAppInFront = request.terms.kind == .push || request.terms.task?.reachesAppInFront == true
    isExact = request.isExact
    wakesMachine = request.terms.run.wakesMachine
    self.stage = stage
    self.quiet = quiet
  }
}
