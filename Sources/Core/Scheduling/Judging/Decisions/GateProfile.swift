/// What the device's gates see of a request: requests that are alike in this share one verdict, so
/// that a change of the device costs the same with ten requests and with a hundred thousand.
struct GateProfile: Hashable, Sendable {
  var kind: Kind
  var requires: Conditions
  var prefers: Conditions
  /// Paths that must be there.
  var paths: [ExactString]
  var allowsBattery: Bool
  /// Before others of its kind.
  var isExpedited: Bool
  /// An app in front gets it whatever the device says.
  var reachesAppInFront: Bool
  /// It begins at its date whatever the device says, and needs no slot.
  var isExact: Bool
  var stage: WindowStage

  init(of request: Request, stage: WindowStage) {
    kind = request.terms.kind
    requires = request.terms.requires
    prefers = request.terms.prefers
    paths = request.terms.needs.paths
    allowsBattery = request.terms.allowsBattery
    isExpedited = request.terms.isExpedited
    reachesAppInFront = request.terms.kind == .push || request.terms.task?.reachesAppInFront == true
    isExact = request.isExact
    self.stage = stage
  }
}
