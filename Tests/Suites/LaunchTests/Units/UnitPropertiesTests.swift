import Bus
import Scheduling
import Testing

@testable import Launch

/// An order becomes the properties of a transient unit.
@Suite struct UnitPropertiesTests {
  private func properties(
    uid: UInt32? = nil, _ change: (inout LaunchOrder) -> Void = { _ in }
  ) -> [String: BusValue] {
    var order = LaunchOrder(
      .run(7), uid: uid, arguments: ["/bin/sh", "-c", "echo $HOME"], directory: "/srv",
      umask: 0o027, graceSeconds: 2.5)
    order.identifier = "backup"
    change(&order)
    let properties = UnitProperties(
      order: order, uid: order.uid, slice: "rubato.slice", identifier: "backup",
      environmentPath: "/run/e",
      unsetVariables: ["HOME"], daemonUnit: "rubatod.service")
    return Dictionary(properties.all) { $1 }
  }

  @Test func executesTheCommandWithoutReplacingVariables() throws {
    let command = try #require(properties()["ExecStart"])
    #expect(command.type == "a(sasb)")
    #expect(
      command.elements.first
        == .structure([
          .string("/bin/sh"), .strings(["/bin/sh", "-c", "echo $$HOME"]), .bool(false),
        ]))
  }

  /// A mark before a dollar sign, which is one `Character` with it.
  @Test func aMarkDoesNotHideAVariable() throws {
    let command = try #require(
      properties { $0.arguments = ["/bin/echo", "\u{600}$HOME", "$\u{301}$"] }["ExecStart"])
    #expect(
      command.elements.first
        == .structure([
          .string("/bin/echo"), .strings(["/bin/echo", "\u{600}$$HOME", "$$\u{301}$$"]),
          .bool(false),
        ]))
  }

  @Test func keepsTheResultUntilItIsFetched() {
    #expect(properties()["RemainAfterExit"] == .bool(true))
    #expect(properties()["AddRef"] == .bool(true))
  }

  /// Only errors of systemd itself may fail the unit.
  @Test func takesEveryEndButSystemdsOwnForSuccess() throws {
    let lists = try #require(properties()["SuccessExitStatus"]).elements
    let statuses = lists[0].elements.compactMap(\.unsigned)
    #expect(statuses.contains(1) && statuses.contains(75) && statuses.contains(255))
    #expect(!statuses.contains(200) && !statuses.contains(203) && !statuses.contains(243))
    #expect(lists[1].elements.count == 64)
  }

  /// systemd would treat zero as no limit.
  @Test func givesTheGraceAndNeverNone() {
    #expect(properties()["TimeoutStopUSec"] == .uint64(2_500_000))
    #expect(properties { $0.graceSeconds = 0 }["TimeoutStopUSec"] == .uint64(100_000))
  }

  /// At a shutdown, systemd stops the unit without the daemon.
  @Test func isStoppedByTheSignalOfTheOrder() {
    #expect(properties()["KillSignal"] == .int32(15))
    #expect(properties { $0.signal = 2 }["KillSignal"] == .int32(2))
  }

  @Test func guardsAgainstADeadDaemon() {
    #expect(properties()["RuntimeMaxUSec"] == nil)
    #expect(properties { $0.longestSeconds = 60 }["RuntimeMaxUSec"] == .uint64(60_000_000))
    #expect(properties { $0.longestSeconds = 1e12 }["RuntimeMaxUSec"] == .uint64(.max))
  }

  @Test func namesTheUserByNumberWhereItIsAnother() {
    #expect(properties()["User"] == nil)
    #expect(properties(uid: 1000)["User"] == .string("1000"))
    #expect(properties()["UMask"] == .uint32(0o027))
  }

  @Test func keepsTheEnvironmentOutOfThePublicProperties() {
    let properties = properties { $0.environment = ["PASSPHRASE": "sesame"] }
    #expect(properties["Environment"] == nil)
    #expect(!"\(properties)".contains("sesame"))
    #expect(properties["UnsetEnvironment"] == .strings(["HOME"]))
  }

  @Test func passesLimitsOn() {
    let limited = properties {
      $0.limits.memoryBytes = 1 << 20
      $0.limits.tasks = 10
      $0.limits.cpuPercent = 150
      $0.limits.cpuWeight = 30
      $0.limits.ioWeight = 40
    }
    #expect(limited["MemoryMax"] == .uint64(1 << 20))
    #expect(limited["TasksMax"] == .uint64(10))
    #expect(limited["CPUQuotaPerSecUSec"] == .uint64(1_500_000))
    #expect(limited["CPUWeight"] == .uint64(30))
    #expect(limited["IOWeight"] == .uint64(40))
    #expect(properties()["MemoryMax"] == nil)
  }

  @Test func marksWhatIsWritten() {
    let fields = (properties()["LogExtraFields"]?.elements ?? []).map { field in
      String(decoding: field.elements.compactMap(\.unsigned).map { UInt8($0) }, as: UTF8.self)
    }
    #expect(fields == ["RUBATO_RUN=7", "RUBATO_REQUEST=backup"])
    #expect(properties()["SyslogIdentifier"] == .string("backup"))
  }
}
