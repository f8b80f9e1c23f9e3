import Testing

@testable import Scheduling

/// What is read from time to time, and while what depends on it.
struct PollingNeedsTests {
  /// What a device in this state has to be read for while a request of `kind` waits.
  private func attention(
    _ kind: Kind, _ values: DeviceValue..., with change: (inout Submission) -> Void = { _ in }
  ) -> PollingNeeds {
    var world = World(measured: values)
    world.submit("task", kind, change)
    #expect(world.waits("task"))
    return world.attention
  }

  @Test func nothingIsReadForNothing() {
    var world = World(measured: [.thermal(.critical), .load(99)])
    #expect(world.attention.isEmpty)
    world.submit("later") { $0.earliest = .after(.hours(1)) }
    #expect(world.attention.isEmpty)
  }

  @Test func nothingIsReadForWhatTellsOfItsChanges() {
    #expect(attention(.utility, .power(.battery)) { $0.terms.requires = .power }.isEmpty)
    #expect(attention(.utility, .network(Network.none)) { $0.terms.requires = .network }.isEmpty)
    let paths: PollingNeeds = attention(.utility, .path("/mnt", isThere: false)) {
      $0.terms.needs.paths = ["/mnt"]
    }
    #expect(paths.isEmpty)
  }

  @Test func whatAloneKeepsAGateClosedIsRead() {
    #expect(attention(.utility, .thermal(.serious)) == .heat)
    #expect(attention(.refresh, .load(80), .idle(true)) == .load)
    #expect(attention(.refresh, .memory(.critical)) == .memory)
    #expect(attention(.refresh, .storage(.full)) == .storage)
    #expect(attention(.maintenance, .idle(false)) == [.user, .load])
    #expect(attention(.utility, .screen(isOn: true)) { $0.terms.requires = .screenOff } == .screen)
  }

  @Test func allThatKeepsItClosedTogetherIsRead() {
    #expect(attention(.utility, .thermal(.serious), .storage(.full)) == [.heat, .storage])
  }

  @Test func nothingIsReadForWhatSomethingElseHoldsToo() {
    let both = attention(.utility, .thermal(.serious), .power(.battery)) {
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
    #expect(world.attention == .heat)
    world.submit("full", .userInitiated) { $0.terms.requires = .storageNotLow }
    #expect(world.attention == [.heat, .storage])
    world.cancel("hot")
    #expect(world.attention == .storage)
  }

  @Test func allIsReadWhileSomethingRuns() {
    var world = World(measured: [.power(.ac)])
    world.submit("task")
    #expect(world.attention == .all)
    world.finish("task")
    #expect(world.attention.isEmpty)
  }

  @Test func theGateThatOpensIsReadNoMore() {
    var world = World(measured: [.thermal(.serious)])
    world.submit("task") { $0.terms.requires = .power }
    #expect(world.attention == .heat)
    world.measure(.power(.battery))
    #expect(world.attention.isEmpty)
    world.measure(.power(.ac))
    world.pass(.minutes(1))
    #expect(world.attention == .heat)
    world.measure(.thermal(.nominal))
    world.finish("task")
    #expect(world.attention.isEmpty)
  }

  @Test func nothingIsReadWhileFrozenOrSimulated() {
    var world = World(measured: [.thermal(.serious)])
    world.submit("task")
    world.freeze()
    #expect(world.attention.isEmpty)
    world.thaw()
    #expect(world.attention == .heat)
    var simulated = World(.thermal(.serious))
    simulated.submit("task")
    #expect(simulated.attention.isEmpty)
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
