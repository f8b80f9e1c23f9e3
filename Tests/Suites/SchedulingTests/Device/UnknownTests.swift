import Testing

@testable import Scheduling

/// "Unknown" is a value of every field and never blocks.
struct UnknownTests {
  private static let everything: Conditions = [
    .power, .network, .unmetered, .idle, .screenOff, .batteryNotLow, .storageNotLow,
  ]

  @Test(arguments: Kind.allCases)
  func aMachineThatTellsNothingRunsEverything(kind: Kind) {
    var world = World()
    world.submit("task", kind) { $0.terms.requires = Self.everything }
    #expect(world.isRunning("task"))
  }

  /// Exceptions: the identity of the network, which holds no request, its names, which hold requests while they are
  /// unknown, and the switch for all apps (`AppTests`).
  @Test(
    arguments: DeviceState().values.filter {
      !["network-id", "network-names"].contains($0.key) && !$0.isUserChoice
    }, Kind.allCases)
  func aFieldThatBecomesUnknownReleasesWhatItHeld(field: DeviceValue, kind: Kind) throws {
    let worst: [ExactString: DeviceValue] = [
      "power": .power(.battery), "battery": .battery(1), "low-power": .lowPower(true),
      "thermal": .thermal(.critical), "network": .network(Network.none), "metered": .metered(true),
      "screen": .screen(isOn: true), "idle": .idle(false), "load": .load(100),
      "memory": .memory(.critical), "storage": .storage(.full), "locked": .locked(true),
    ]
    var world = World(try #require(worst[field.key]))
    world.submit("task", kind) { $0.terms.requires = Self.everything }
    // Every field can hold a refresh. Other kinds run with some of them.
    #expect(world.waits("task") || kind != .refresh)
    world.set(field)
    // Power that was lost and is now unknown must have been connected for a minute.
    world.pass(.minutes(1))
    #expect(!world.started.isEmpty, "\(world.reasons("task"))")
  }

  /// After its latest date, a request no longer waits for the end of low-power mode, although its kind does not run in
  /// it.
  @Test func explainDoesNotSayThatAKindRunsInLowPowerMode() {
    var world = World(.lowPower(true), .power(.battery), .battery(80), .network(Network.none))
    world.submit("task", .maintenance) {
      $0.terms.requires = .network
      $0.latest = .after(.hours(1))
    }
    world.pass(.hours(2))
    let row = world.explain("task")?.rows.first { $0.policy == "Low Power Mode" }
    #expect(
      row?.rationale == "low-power mode is on; the request no longer waits for its end",
      "\(row?.rationale ?? "no row")")
  }

  /// Assumed values are reported as assumed.
  @Test func explainSaysWhatIsNotKnown() {
    var world = World()
    world.submit("task", .maintenance) {
      $0.terms.requires = Self.everything
      $0.earliest = .after(.hours(1))
    }
    func said(_ policy: String) -> String? {
      world.explain("task")?.rows.first { $0.policy == policy }?.rationale
    }
    let policies = [
      "Charger Plugged In", "Device Activity", "Low Power Mode", "Network Quality", "Screen",
      "Thermal",
    ]
    #expect(
      policies.map(said) == [
        "unknown, assumed on external power", "unknown, assumed idle", "unknown, assumed off",
        "unknown, assumed present, assumed unmetered", "unknown, assumed off",
        "unknown, assumed nominal",
      ])
    for value: DeviceValue in [
      .power(.ac), .idle(true), .lowPower(false), .network(.wifi), .metered(false),
      .screen(isOn: false), .thermal(.nominal),
    ] { world.set(value) }
    #expect(policies.map(said).allSatisfy { $0?.contains("assumed") == false })
  }

  @Test func loadDecidesAboutIdlenessWhereNothingElseDoes() {
    var world = World(.load(60))
    world.submit("index", .processing)
    #expect(world.reasons("index") == [.userActive, .load])
    let text = world.explain("index")?.causes.first?.text
    #expect(text == "idle: this kind's default; in use, judged by the load")
    world.set(.load(50))
    #expect(world.isRunning("index"))
  }

  @Test func theScreenDecidesAboutIdlenessBeforeTheLoad() {
    var world = World(.screen(isOn: false), .load(10))
    world.submit("index", .processing)
    world.submit("other", .maintenance)
    #expect(world.isRunning("index"))
    world.set(.screen(isOn: true))
    world.pass(.seconds(10))
    #expect(world.warnings("index") == [.gate(.userActive)])
    world.submit("later", .processing)
    let text = world.explain("later")?.causes.first { $0.reason == .userActive }?.text
    #expect(text == "idle: this kind's default; in use, as the screen is on")
    #expect(world.phase("other") == .deferring(.gate(.userActive)))
  }

  @Test func aMachineWithoutABatteryIsOnMains() {
    var state = DeviceState()
    #expect(!state.isOnBattery)
    state.battery = 50
    #expect(!state.isOnBattery)
  }
}
