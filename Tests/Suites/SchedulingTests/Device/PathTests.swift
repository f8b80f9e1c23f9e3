import Testing

@testable import Scheduling

/// Drives, shares and files that must be there.
struct PathTests {
  private static let drive: ExactString = "/mnt/backup"

  private func there(_ isThere: Bool?) -> DeviceValue { .path(Self.drive, isThere: isThere) }

  @Test func whatIsNotThereHoldsAlsoAtTheLatestDate() {
    for answer in [AtLatest.relax, .run] {
      var world = World(measured: [.power(.ac), there(false)])
      world.submit("backup") {
        $0.terms.needs.paths = [Self.drive]
        $0.latest = .after(.hours(1))
        $0.terms.atLatest = answer
      }
      #expect(world.reasons("backup") == [.path])
      world.pass(.hours(1))
      #expect(world.started.isEmpty)
    }
  }

  /// An accented letter as one character, and as a letter with a combining accent.
  private static let twoPlaces: [ExactString] = ["/mnt/n\u{e9}", "/mnt/ne\u{301}"]

  @Test func twoPathsThatReadTheSameAreTwo() {
    var world = World(measured: [.power(.ac)] + Self.twoPlaces.map { .path($0, isThere: false) })
    for (index, path) in Self.twoPlaces.enumerated() {
      world.submit("task-\(index)", .userInitiated) { $0.terms.needs.paths = [path] }
    }
    #expect(world.scheduler.watchedPaths == Self.twoPlaces.sorted())
    world.measure(.path(Self.twoPlaces[1], isThere: true))
    #expect(world.started == ["task-1"])
    #expect(world.reasons("task-0") == [.path])
    world.measure(.path(Self.twoPlaces[0], isThere: true))
    #expect(world.started == ["task-1", "task-0"])
  }

  @Test func twoPathsThatReadTheSameAreToldByHandOneByOne() throws {
    var world = World(measured: [.power(.ac)])
    let path = try DeviceValue(key: "path:\(Self.twoPlaces[0])", text: "no")
    world.set(path)
    #expect(world.scheduler.readings.overrides.covers(path.key))
    #expect(!world.scheduler.readings.overrides.covers(ExactString("path:\(Self.twoPlaces[1])")))
    #expect(world.scheduler.device.raw.isThere(Self.twoPlaces[1]) == nil)
  }

  @Test func startsWhenItComes() {
    var world = World(measured: [.power(.ac), there(false)])
    world.submit("backup") { $0.terms.needs.paths = [Self.drive] }
    world.submit("other")
    #expect(world.started == ["other"])
    world.measure(there(true))
    #expect(world.isRunning("backup"))
  }

  @Test func whatNobodyKnowsDoesNotHold() {
    var world = World(measured: [.power(.ac), there(false)])
    world.submit("backup") { $0.terms.needs.paths = [Self.drive] }
    world.measure(there(nil))
    #expect(world.isRunning("backup"))
  }

  @Test func allOfThemMustBeThere() {
    var world = World(measured: [there(true), .path("/mnt/nas", isThere: false)])
    world.submit("backup") { $0.terms.needs.paths = [Self.drive, "/mnt/nas"] }
    #expect(world.reasons("backup") == [.path])
    world.measure(there(false), .path("/mnt/nas", isThere: true))
    #expect(world.reasons("backup") == [.path])
    world.measure(there(true))
    #expect(world.isRunning("backup"))
  }

  @Test func itsLossEndsARunWhichGoesOnWhereItStoppedOnceItIsBack() {
    var world = World(measured: [.power(.ac), there(true)])
    world.submitSteps("backup", 3) { $0.terms.needs.paths = [Self.drive] }
    world.finish("backup")
    world.measure(there(false))
    #expect(world.warnings("backup") == [.gate(.path)])
    world.finish("backup", exit: 1)
    #expect(world.endings("backup").map(\.stopReason) == [.gate(.path)])
    #expect(world.outcomes("backup") == [.expired])
    #expect(world.scheduler.request(world.key("backup"))?.progress.failures == 0)
    #expect(world.reasons("backup") == [.path])
    world.pass(.hours(1))
    #expect(world.launchedSteps("backup") == [1, 2])
    world.measure(there(true))
    #expect(world.launchedSteps("backup") == [1, 2, 2])
  }

  @Test func aRunThatMayBeFrozenWaitsForIt() {
    var world = World(measured: [.power(.ac), there(true)])
    world.submit("backup") {
      $0.terms.needs.paths = [Self.drive]
      $0.terms.run.onClosedGate = .freeze
    }
    world.measure(there(false))
    #expect(world.warnings("backup").isEmpty)
    #expect(!world.isRunning("backup"))
    world.measure(there(true))
    #expect(world.isRunning("backup"))
  }

  @Test func refusesPathsThatNoMountTableWrites() {
    var world = World(measured: [])
    for path: ExactString in [
      "mnt", "/mnt/", "/mnt//a", "/mnt/../etc", "/./a", "", "/a\0b", "/mnt/../\u{301}a",
    ] {
      let refusal = world.refusal { $0.terms.needs.paths = [path] }
      #expect(refusal?.field == "requires", "\(path)")
    }
    let many = (0..<9).map { ExactString("/mnt/\($0)") }
    #expect(world.refusal { $0.terms.needs.paths = many }?.field == "requires")
    #expect(world.refusal { $0.terms.needs.paths = ["/"] } == nil)
  }
}
