import Bus
import Buses
import Scheduling
import Testing

@testable import Devices

@Suite(.enabled(if: MockService.isPossible)) struct UserSourceTests {
  private let bus: PrivateBus

  private let present: [DeviceValue] = [.idle(false)]
  private let away: [DeviceValue] = [.idle(true)]
  private let shut: [DeviceValue] = [.idle(true), .screen(isOn: false)]

  init() throws {
    bus = try PrivateBus()
  }

  private func start() -> SourceBench {
    SourceBench(on: bus) { UserSource(bus: $0, pollMicroseconds: 1000) }
  }

  @Test func knowsNothingWithoutLogind() throws {
    let bench = start()
    #expect(try bench.reports.next() == [])
    _ = try MockLogind(on: bus)
    #expect(try bench.reports.next() == away)
  }

  @Test func followsSessions() throws {
    let logind = try MockLogind(on: bus)
    let bench = start()
    #expect(try bench.reports.next() == away)
    try logind.addSession("1")
    #expect(try bench.reports.next() == present)
    try logind.set("1", ["LockedHint": .bool(true)])
    #expect(try bench.reports.next() == away)
    try logind.set("1", ["LockedHint": .bool(false)])
    #expect(try bench.reports.next() == present)
    try logind.set("1", ["IdleHint": .bool(true)])
    #expect(try bench.reports.next() == away)
    try logind.set("1", ["IdleHint": .bool(false)])
    #expect(try bench.reports.next() == present)
    try logind.removeSession("1")
    #expect(try bench.reports.next() == away)
  }

  @Test func countsNoSessionFromElsewhere() throws {
    let logind = try MockLogind(on: bus)
    let bench = start()
    #expect(try bench.reports.next() == away)
    try logind.addSession("7", ["Remote": .bool(true), "Type": .string("tty")])
    try logind.addSession("c1", ["Class": .string("greeter")])
    try logind.addSession("8")
    #expect(try bench.reports.next() == present)
    try logind.set("8", ["Active": .bool(false)])
    #expect(try bench.reports.next() == away)
  }

  @Test func countsABlockOfIdlenessAsSomebody() throws {
    let logind = try MockLogind(on: bus)
    let bench = start()
    #expect(try bench.reports.next() == away)
    try logind.set(["BlockInhibited": .string("sleep:idle")])
    #expect(try bench.reports.next() == present)
    try logind.set(["BlockInhibited": .string("sleep")])
    #expect(try bench.reports.next() == away)
    try logind.set(["BlockWeakInhibited": .string("shutdown:idle")])
    #expect(try bench.reports.next() == present)
  }

  @Test func seesTheLid() throws {
    let logind = try MockLogind(on: bus)
    try logind.addSession("1")
    let bench = start()
    #expect(try bench.reports.next() == present)
    try logind.set(["LidClosed": .bool(true)])
    try bench.look()
    #expect(try bench.reports.next() == shut)
    try logind.set(["Docked": .bool(true)])
    try bench.look()
    #expect(try bench.reports.next() == present)
  }

  @Test func hearsOfTheLidFromUPower() throws {
    let logind = try MockLogind(on: bus)
    try logind.addSession("1")
    let upower = try MockService(
      template: "upower", name: "org.freedesktop.UPower", path: "/org/freedesktop/UPower",
      parameters: #"{"LidIsPresent": true}"#, on: bus)
    let bench = start()
    #expect(try bench.reports.next() == present)
    try upower.set(["LidIsClosed": .bool(true)], interface: "org.freedesktop.UPower")
    try bench.wait(for: shut)
    try upower.set(["LidIsClosed": .bool(false)], interface: "org.freedesktop.UPower")
    #expect(try bench.reports.next() == present)
  }

  @Test func readsWhatHasNoEventWhileSomebodyWaits() throws {
    let logind = try MockLogind(on: bus)
    try logind.addSession("1", ["Type": .string("tty"), "TTY": .string("tty1")])
    let bench = start()
    #expect(try bench.reports.next() == present)
    bench.setPollingNeeds([.user])
    try logind.setSilently("1", isIdle: true)
    #expect(try bench.reports.next() == away)
    try logind.setSilently("1", isIdle: false)
    #expect(try bench.reports.next() == present)
  }

  @Test func survivesRestartsOfLogind() throws {
    var logind = try MockLogind(on: bus)
    try logind.addSession("1")
    let bench = start()
    #expect(try bench.reports.next() == present)
    for _ in 0..<3 {
      try logind.stop()
      #expect(try bench.reports.next() == [])
      logind = try MockLogind(on: bus)
      try logind.addSession("1")
      try bench.wait(for: present)
    }
  }

  @Test func survivesTheLossOfTheBus() throws {
    let logind = try MockLogind(on: bus)
    try logind.addSession("1")
    let bench = start()
    #expect(try bench.reports.next() == present)
    bus.kill()
    #expect(try bench.reports.next() == [])
    try bus.start()
    _ = try MockLogind(on: bus)
    #expect(try bench.reports.next() == away)
  }
}
