import Bus
import Buses
import Scheduling
import Testing

@testable import Devices

@Suite(.enabled(if: MockService.isPossible)) struct GameModeSourceTests {
  private let bus: PrivateBus
  private let interface = "com.feralinteractive.GameMode"

  init() throws {
    bus = try PrivateBus()
  }

  private func startGameMode() throws -> MockService {
    let service = try MockService(
      name: interface, path: "/com/feralinteractive/GameMode", interface: interface, on: bus)
    try service.add(["ClientCount": .int32(0)], interface: interface)
    return service
  }

  private func start() -> SourceBench { SourceBench(on: bus) { GameModeSource(bus: $0) } }

  @Test func aGameIsSomebody() throws {
    let service = try startGameMode()
    let bench = start()
    #expect(try bench.reports.next() == [])
    try service.set(["ClientCount": .int32(1)], interface: interface)
    #expect(try bench.reports.next() == [.idle(false)])
    try service.set(["ClientCount": .int32(2)], interface: interface)
    try service.set(["ClientCount": .int32(0)], interface: interface)
    #expect(try bench.reports.next() == [])
    #expect(bench.reports.isEmpty)
  }

  @Test func aGameModeThatEndsTellsOfNobody() throws {
    let bench = start()
    #expect(try bench.reports.next() == [])
    for _ in 0..<3 {
      let service = try startGameMode()
      try service.set(["ClientCount": .int32(1)], interface: interface)
      #expect(try bench.reports.next() == [.idle(false)])
      try service.stop()
      #expect(try bench.reports.next() == [])
    }
  }

  @Test func survivesTheLossOfTheBus() throws {
    let service = try startGameMode()
    try service.set(["ClientCount": .int32(1)], interface: interface)
    let bench = start()
    #expect(try bench.reports.next() == [.idle(false)])
    bus.kill()
    #expect(try bench.reports.next() == [])
    try bus.start()
    let again = try startGameMode()
    try again.set(["ClientCount": .int32(3)], interface: interface)
    #expect(try bench.reports.next() == [.idle(false)])
  }
}
