import Testing

@testable import Scheduling

/// The table of kinds and gates, written a second time, independently of the policies.
struct GateTableTests {
  @Test(arguments: Kind.allCases)
  func policiesDecideAsTheTableSays(kind: Kind) {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<4000 {
      let state = random.deviceState()
      let requires = random.conditions(oneIn: 6)
      let allowsBattery = random.flip()
      let decision = decide(kind, state, requires, allowsBattery)
      let table = Table(kind: kind, state: state)
      let expected: Decision =
        !table.isPermittedAbsolutely
        ? .absolutelyMustNotProceed
        : table.isPermitted(allowsBattery: allowsBattery) && table.meets(requires)
          ? .canProceed : .mustNotProceed
      #expect(decision == expected, "\(state) \(requires.names)")
    }
  }

  private func decide(
    _ kind: Kind, _ state: DeviceState, _ requires: Conditions, _ allowsBattery: Bool
  ) -> Decision {
    let now = Instant(
      wall: WallTime(seconds: 1_772_433_000), boot: BootTime(seconds: 3600),
      awake: AwakeTime(seconds: 3600))
    var request = Request(
      key: RequestKey(owner: 1, id: "task"), sequence: 1,
      Terms(Command(arguments: ["/bin/true"]), kind: kind), submitted: now.wall,
      window: Window(opens: now.wall))
    request.terms.requires = requires
    request.terms.allowsBattery = allowsBattery
    let settings = Settings()
    let candidate = Candidate(
      Shared(request), app: nil, device: Shared(DeviceView(state, settings: settings)), now: now,
      settings: Shared(settings))
    return Combination(Policies.all.compactMap { $0.verdict(on: candidate) }).decision
  }

  /// One column of the table, on one device.
  private struct Table {
    var kind: Kind
    var state: DeviceState

    private var isOnBattery: Bool { state.power == .battery }
    private var level: Int { state.battery ?? 100 }
    private var heat: Int { (state.thermal ?? .nominal).level }

    private var isInUse: Bool {
      if let idle = state.isIdle { return !idle }
      return state.screenIsOn ?? ((state.load ?? 0) > 50)
    }

    var isPermittedAbsolutely: Bool {
      heat < (kind == .userInitiated ? 3 : 2) && !(isOnBattery && level < 5)
        && state.isLocked != true && state.storage != .full
    }

    func isPermitted(allowsBattery: Bool) -> Bool {
      switch kind {
      case .userInitiated: true
      case .refresh, .push: isCool(1) && isFree(50) && !isSaving && isCharged
      case .processing: isCool(1) && isFree(50) && !isSaving && isCharged && !isInUse
      case .maintenance:
        isCool(0) && isFree(50) && level >= 20 && !isInUse && (!isOnBattery || allowsBattery)
          && (!isSaving || !isOnBattery && level >= 30)
      case .utility: isCool(1) && isFree(90) && level >= 10 && (!isSaving || !isOnBattery)
      }
    }

    private var isSaving: Bool { state.lowPower == true }
    /// The floor of app tasks applies only without external power.
    private var isCharged: Bool { !isOnBattery || level >= 20 }

    private func isCool(_ highest: Int) -> Bool { heat <= highest }

    private func isFree(_ highestLoad: Int) -> Bool {
      (state.load ?? 0) <= highestLoad && state.memory != .critical
    }

    func meets(_ requires: Conditions) -> Bool {
      let hasNetwork = state.network != Network.none
      return !(requires.contains(.power) && isOnBattery)
        && !(requires.contains(.network) && !hasNetwork)
        && !(requires.contains(.unmetered) && (!hasNetwork || state.isMetered == true))
        && !(requires.contains(.knownUnmetered) && (!hasNetwork || state.isMetered != false))
        && !(requires.contains(.idle) && isInUse)
        && !(requires.contains(.screenOff) && state.screenIsOn == true)
        && !(requires.contains(.batteryNotLow) && level <= 15)
        && !(requires.contains(.storageNotLow) && state.storage == .low)
    }
  }
}
