import Testing

@testable import Scheduling

/// The values that are polled, and the requests for which they are polled.
struct PollingNeedsTests {
  /// Returns the values of a device in this state that must be polled while a request of `kind` waits.
  private func pollingNeeds(
    _ kind: Kind, _ values: DeviceValue..., with change: (inout Submission) -> Void = { _ in }
  ) -> PollingNeeds {
    var world = World(measured: values)
    world.submit("task", kind, change)
    #expect(world.waits("task"))
    return world.pollingNeeds
  }

  @Test func nothingIsReadForNothing() {
    var world = World(measured: [.thermal(.critical), .load(99)])
    #expect(world.pollingNeeds.isEmpty)
    world.submit("later") { $0.earliest = .after(.hours(1)) }
    #expect(world.pollingNeeds.isEmpty)
  }

  @Test func nothingIsReadForWhatTellsOfItsChanges() {
    #expect(pollingNeeds(.utility, .power(.battery)) { $0.terms.requires = .power }.isEmpty)
    #expect(pollingNeeds(.utility, .network(Network.none)) { $0.terms.requires = .network }.isEmpty)
    let paths: PollingNeeds = pollingNeeds(.utility, .path("/mnt", isThere: false)) {
      $0.terms.needs.paths = ["/mnt"]
    }
    #expect(paths.isEmpty)
  }

  @Test func whatAloneKeepsAGateClosedIsRead() {
    #expect(pollingNeeds(.utility, .thermal(.serious)) == .heat)
    #expect(pollingNeeds(.refresh, .load(80), .idle(true)) == .load)
    #expect(pollingNeeds(.refresh, .memory(.critical)) == .memory)
    #expect(pollingNeeds(.refresh, .storage(.full)) == .storage)
    #expect(pollingNeeds(.maintenance, .idle(false)) == [.user, .load])
    #expect(
      pollingNeeds(.utility, .screen(isOn: true)) { $0.terms.requires = .screenOff } == .screen)
  }

  @Test func allThatKeepsItClosedTogetherIsRead() {
    #expect(pollingNeeds(.utility, .thermal(.serious), .storage(.full)) == [.heat, .storage])
  }

  @Test func nothingIsReadForWhatSomethingElseHoldsToo() {
    let both = pollingNeeds(.utility, .thermal(.serious), .power(.battery)) {
      $0.terms.requires = .power
    }
    #expect(both.isEmpty)
  }

  @Test func theGatesOfSeveralRequestsAreReadTogether() {
    var world = World(measured: [.thermal(.serious), .power(.battery), .storage(.low)])
    world.submit("hot")
    world.submit("unplugged") {
      $0.terms.requires = [.power, .storageNotLow]
    }
    #expect(world.pollingNeeds == .heat)
    world.submit("full", .userInitiated) { $0.terms.requires = .storageNotLow }
    #expect(world.pollingNeeds == [.heat, .storage])
    world.cancel("hot")
    #expect(world.pollingNeeds == .storage)
  }

  @Test func allIsReadWhileSomethingRuns() {
    var world = World(measured: [.power(.ac)])
    world.submit("task")
    #expect(world.pollingNeeds == .all)
    world.finish("task")
    #expect(world.pollingNeeds.isEmpty)
  }

  @Test func theGateThatOpensIsReadNoMore() {
    var world = World(measured: [.thermal(.serious)])
    world.submit("task") { $0.terms.requires = .power }
    #expect(world.pollingNeeds == .heat)
    world.measure(.power(.battery))
    #expect(world.pollingNeeds.isEmpty)
    world.measure(.power(.ac))
    world.pass(.minutes(1))
    #expect(world.pollingNeeds == .heat)
    world.measure(.thermal(.nominal))
    world.finish("task")
    #expect(world.pollingNeeds.isEmpty)
  }

  @Test func nothingIsReadWhileFrozenOrSimulated() {
    var world = World(measured: [.thermal(.serious)])
    world.submit("task")
    world.freeze()
    #expect(world.pollingNeeds.isEmpty)
    world.thaw()
    #expect(world.pollingNeeds == .heat)
    var simulated = World(.thermal(.serious))
    simulated.submit("task")
    #expect(simulated.pollingNeeds.isEmpty)
  }

  @Test func pathsAreWatchedAsLongAsARequestNamesThem() {
    var world = World(measured: [.power(.battery)])
    let paths: [[ExactString]] = [["/mnt/nas", "/mnt/backup"], ["/mnt/backup"]]
    for (index, paths) in paths.enumerated() {
      world.submit("task-\(index)") {
        $0.terms.requires = .power
        $0.terms.needs.paths = paths
      }
    }
    #expect(world.scheduler.watchedPaths == ["/mnt/backup", "/mnt/nas"])
    world.restart()
    #expect(world.scheduler.watchedPaths == ["/mnt/backup", "/mnt/nas"])
    world.submit("task-0") { $0.terms.requires = .power }
    #expect(world.scheduler.watchedPaths == ["/mnt/backup"])
    world.cancel("task-1")
    #expect(world.scheduler.watchedPaths.isEmpty)
  }
}
