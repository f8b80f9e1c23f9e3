import Bus
import Buses
import Scheduling
import Testing

@testable import Devices

/// Properties of every source that follows a service.
@Suite(.enabled(if: MockService.isPossible, "needs dbus and python3-dbusmock"))
struct ServiceLifeTests {
  enum Kind: CaseIterable {
    case upower, powerProfiles, networkManager, networkd

    func source(on bus: Bus) -> any DeviceSource {
      switch self {
      case .upower: UPowerSource(on: bus)
      case .powerProfiles: PowerProfilesSource(on: bus)
      case .networkManager: NetworkManagerSource(on: bus)
      case .networkd: NetworkdSource(on: bus)
      }
    }

    /// Returns the service with `values`.
    func mock(on bus: PrivateBus) throws -> MockService {
      switch self {
      case .upower: try UPowerMock(on: bus, onBattery: true).service
      case .powerProfiles:
        try MockService(
          template: "power_profiles_daemon", name: "net.hadess.PowerProfiles",
          path: "/net/hadess/PowerProfiles", on: bus)
      case .networkManager: try NetworkManagerMock(on: bus).service
      case .networkd: try NetworkdMock(on: bus, [.init(index: 2, name: "eth0")]).service
      }
    }

    var values: [DeviceValue] {
      switch self {
      case .upower: [.power(.battery)]
      case .powerProfiles: [.lowPower(false)]
      case .networkManager, .networkd: [.network(.ethernet)]
      }
    }
  }

  private func bench(_ kind: Kind, on privateBus: PrivateBus) -> SourceBench {
    SourceBench(on: privateBus) { kind.source(on: $0) }
  }

  @Test(arguments: Kind.allCases)
  func aServiceThatIsAbsentAndThenComesIsFound(kind: Kind) throws {
    let privateBus = try PrivateBus()
    let bench = bench(kind, on: privateBus)
    #expect(try bench.next() == [])
    _ = try kind.mock(on: privateBus)
    try bench.wait(for: kind.values)
  }

  @Test(arguments: Kind.allCases)
  func aServiceThatIsKilledAndStartedAgainIsReadAgain(kind: Kind) throws {
    let privateBus = try PrivateBus()
    let mock = try kind.mock(on: privateBus)
    let bench = bench(kind, on: privateBus)
    try bench.wait(for: kind.values)
    try mock.stop()
    #expect(try bench.next() == [])
    _ = try kind.mock(on: privateBus)
    try bench.wait(for: kind.values)
  }

  @Test(arguments: Kind.allCases)
  func aBusThatIsKilledAndStartedAgainIsFound(kind: Kind) throws {
    let privateBus = try PrivateBus()
    _ = try kind.mock(on: privateBus)
    let bench = bench(kind, on: privateBus)
    try bench.wait(for: kind.values)
    privateBus.kill()
    #expect(try bench.next() == [])
    try privateBus.start()
    _ = try kind.mock(on: privateBus)
    try bench.wait(for: kind.values)
  }

  @Test(arguments: Kind.allCases)
  func aMachineWithoutABusIsHarmless(kind: Kind) throws {
    let privateBus = try PrivateBus(isStarted: false)
    let bench = bench(kind, on: privateBus)
    #expect(try bench.next() == [])
    try privateBus.start()
    _ = try kind.mock(on: privateBus)
    try bench.wait(for: kind.values)
  }

  /// The service is stopped with a signal, so it exists but does not answer.
  @Test(arguments: Kind.allCases)
  func aServiceThatHangsCountsAsAbsentUntilItAnswers(kind: Kind) throws {
    let privateBus = try PrivateBus()
    let mock = try kind.mock(on: privateBus)
    mock.freeze()
    let bench = bench(kind, on: privateBus)
    #expect(try bench.next() == [])
    mock.thaw()
    try bench.wait(for: kind.values)
  }
}
