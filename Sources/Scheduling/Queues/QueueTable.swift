/// What may start as far as time is concerned, by gate profile and queue. Those that are empty are
/// forgotten.
struct QueueTable: Sendable {
  /// A gate profile with what the device says to it.
  struct Gate: Sendable {
    let profile: GateProfile
    let lane: KindRules.Lane
    /// Indices of the queues behind this gate.
    fileprivate(set) var queues: [Int] = []
    /// The device's answer; nil until it was asked for.
    fileprivate(set) var answer: Combination?
    /// Why it keeps closed what is behind it.
    fileprivate(set) var holds: [Reason] = []
    /// How long nothing behind it can start for the sake of apps; nil where that is not known.
    fileprivate(set) var rest: Rest?
    /// When something behind it may be worth its price next; nil where that is not known.
    fileprivate(set) var nextPrice: WallTime?

    /// Whether something behind it may start: the device permits it, or it is a push, which its app on
    /// the screen gets whatever the device says.
    var isOpen: Bool {
      profile.kind == .push || answer?.decision.permits == true
    }
  }

  private var gates: [Gate?] = []
  private var freeGates: [Int] = []
  private var gateOfProfile: [GateProfile: Int] = [:]
  private var queues: [RequestQueue?] = []
  private var freeQueues: [Int] = []
  private var queueOfKey: [RequestQueue.Key: Int] = [:]
  private var queuesOfApp: [AppKey: [Int]] = [:]
  /// By queue: all that is asked at every turn, without a word that is counted.
  private var holds: [Held] = []
  private var apps: [HeldApp] = []

  private struct Held: Sendable {
    var hold: QueueHold?
    /// Whether it is so still, as far as anybody knows.
    var isKnown = false
  }

  /// One past the highest index of a gate.
  var gateCount: Int { gates.count }

  func gate(_ index: Int) -> Gate? { gates[index] }

  /// Whether something behind the gate may start, as far as the device is concerned, in one of `lanes`.
  func isOpen(_ gate: Int, in lanes: [KindRules.Lane]) -> Bool {
    gates[gate].map { $0.isOpen && lanes.contains($0.lane) } ?? false
  }

  subscript(queue index: Int) -> RequestQueue? { queues[index] }

  mutating func set(_ answer: Combination, _ holds: [Reason], of gate: Int) {
    gates[gate]?.answer = answer
    gates[gate]?.holds = holds
  }

  mutating func setFirst(_ slot: Int, of queue: Int) {
    queues[queue]?.first = slot
  }

  /// The queue for `request` behind the gate of `profile`; made where there is none.
  mutating func queue(
    for request: Request, _ profile: GateProfile, lane: KindRules.Lane
  ) -> Int {
    let gate = gateIndex(of: profile, lane: lane)
    let key = RequestQueue.Key(
      profile: gate, owner: request.key.owner, app: request.key.app, group: request.group)
    if let known = queueOfKey[key] { return known }
    let index = freeQueues.popLast() ?? queues.count
    if index == queues.count {
      queues.append(nil)
      holds.append(Held())
      apps.append(HeldApp())
    }
    queues[index] = RequestQueue(key: key)
    holds[index] = Held()
    queueOfKey[key] = index
    gates[gate]?.queues.append(index)
    gates[gate]?.rest = nil
    if let app = queues[index]?.app { queuesOfApp[app, default: []].append(index) }
    return index
  }

  private mutating func gateIndex(of profile: GateProfile, lane: KindRules.Lane) -> Int {
    if let known = gateOfProfile[profile] { return known }
    let index = freeGates.popLast() ?? gates.count
    if index == gates.count { gates.append(nil) }
    gates[index] = Gate(profile: profile, lane: lane)
    gateOfProfile[profile] = index
    return index
  }

  /// Puts `slot` into `queue`; returns its position there.
  mutating func append(_ slot: Int, to queue: Int) -> Int {
    if let gate = queues[queue]?.key.profile { gates[gate]?.rest = nil }
    return queues[queue]?.append(slot) ?? 0
  }

  /// Takes the slot at `position` out of `queue`; returns the one that has taken its place there.
  mutating func remove(at position: Int, from queue: Int) -> Int? {
    let moved = queues[queue]?.remove(at: position)
    if queues[queue]?.slots.isEmpty == true { removeQueue(queue) }
    return moved
  }

  private mutating func removeQueue(_ index: Int) {
    guard let queue = queues[index] else { return }
    let key = queue.key
    queues[index] = nil
    queueOfKey[key] = nil
    if let app = queue.app { removeQueue(index, of: app) }
    freeQueues.append(index)
    gates[key.profile]?.queues.removeAll { $0 == index }
    guard let gate = gates[key.profile], gate.queues.isEmpty else { return }
    gates[key.profile] = nil
    gateOfProfile[gate.profile] = nil
    freeGates.append(key.profile)
  }

  private mutating func removeQueue(_ index: Int, of app: AppKey) {
    queuesOfApp[app]?.removeAll { $0 == index }
    if queuesOfApp[app]?.isEmpty == true { queuesOfApp[app] = nil }
  }
}

// What need not be asked for a while.
extension QueueTable {
  /// What keeps `queue` waiting; nil where that has to be seen.
  func hold(of queue: Int) -> QueueHold? { holds[queue].isKnown ? holds[queue].hold : nil }

  /// Whether `appraisal` affords a refresh of the app of `queue`, which is as it is while it is held.
  func affords(_ queue: Int, _ appraisal: inout Appraisal) -> Bool {
    appraisal.affords(apps[queue])
  }

  /// Those of `queues`, held for their price, that are worth it; no more than the first few where
  /// `onlySome`.
  func affordable(
    _ queues: [Int], _ appraisal: inout Appraisal, onlySome: Bool = false
  ) -> [Int] {
    appraisal.affordable(queues, of: apps, onlySome: onlySome)
  }

  /// Nothing in `queue` can start while `hold` holds.
  mutating func hold(_ queue: Int, _ hold: QueueHold, of app: HeldApp) {
    guard let gate = queues[queue]?.key.profile else { return }
    if hold.awaitsPrice && hold != holds[queue].hold { gates[gate]?.nextPrice = nil }
    holds[queue] = Held(hold: hold, isKnown: true)
    apps[queue] = app
  }

  mutating func set(_ rest: Rest, of gate: Int) { gates[gate]?.rest = rest }

  mutating func set(nextPrice: WallTime, of gate: Int) { gates[gate]?.nextPrice = nextPrice }

  /// Something of `app` has changed that its requests may have waited for: in the lanes that are
  /// returned, some more than once.
  mutating func wake(_ app: AppKey) -> [KindRules.Lane] {
    guard let waiting = queuesOfApp[app] else { return [] }
    return waiting.compactMap { queue in
      holds[queue].isKnown = false
      guard let gate = queues[queue]?.key.profile else { return nil }
      gates[gate]?.rest = nil
      return gates[gate]?.lane
    }
  }

  /// Something has changed that any app may have waited for.
  mutating func wakeAll() {
    for queue in holds.indices { holds[queue].isKnown = false }
    forgetPrices()
  }

  /// Something has changed what work is worth, or what it costs.
  mutating func forgetPrices() {
    for gate in gates.indices {
      gates[gate]?.rest = nil
      gates[gate]?.nextPrice = nil
    }
  }
}
