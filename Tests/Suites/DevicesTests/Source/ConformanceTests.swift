import Bus
import Descriptors
import Glibc
import Scheduling
import Testing

@testable import Devices

/// Properties of every source, on a machine without any of its services and files, and on this machine.
@Suite struct ConformanceTests {
  enum Place: CaseIterable {
    /// A machine without services, a bus and files of the kernel.
    case bareMachine
    /// The machine that runs the tests.
    case thisMachine
  }

  /// Returns all sources, on their loop.
  private static func sources(
    _ place: Place, _ tree: WrittenTree, loop: EventLoop
  ) -> [any DeviceSource] {
    var configuration = Machine.Configuration()
    if place == .bareMachine { configuration.root = tree.root }
    let kind: Bus.Kind = place == .bareMachine ? .address("unix:path=/nonexistent") : .system
    return loop.sync {
      let bus = Bus(whenThere: kind, loop: loop)
      return Machine.loginSources(configuration, system: bus, loop: loop)
        + Machine.serviceSources(configuration, system: bus)
        + Machine.kernelSources(configuration, loop: loop)
    }
  }

  /// Calls `body` with each source, before it is started.
  private func forEachSource(
    _ place: Place, _ body: (any DeviceSource, EventLoop) throws -> Void
  ) rethrows {
    let tree = WrittenTree()
    let loop = EventLoop(name: "devices")
    for source in Self.sources(place, tree, loop: loop) {
      try body(source, loop)
      loop.sync { source.stop() }
    }
  }

  @Test func everySourceHasANameOfItsOwnThatCanBeChosen() {
    var names: [String] = []
    forEachSource(.bareMachine) { source, _ in names.append(source.name) }
    #expect(names.count > 10)
    #expect(Set(names).count == names.count)
    for name in names {
      #expect(name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" }, "\(name)")
      #expect(name != "all" && name != "none")
    }
  }

  @Test(arguments: Place.allCases)
  func reportsFirstOfAllWhateverIsThere(place: Place) throws {
    try forEachSource(place) { source, loop throws in
      let reports = Inbox<[DeviceValue]>()
      loop.sync { source.start { reports.put($0) } }
      let first = try reports.next()
      // Every machine reports its storage space.
      let isAnywhere = place == .thisMachine || source.name == "file-systems"
      #expect(isAnywhere || first == [], "\(source.name)")
      #expect(Set(first.map(\.key)).count == first.count, "\(source.name)")
    }
  }

  @Test(arguments: Place.allCases)
  func endsEachLookOnce(place: Place) throws {
    try forEachSource(place) { source, loop throws in
      let reports = Inbox<[DeviceValue]>()
      let looks = Inbox<Int>()
      loop.sync {
        source.start { reports.put($0) }
        source.poll { looks.put(1) }
        source.poll { looks.put(2) }
      }
      let ended = [try looks.next(), try looks.next()]
      #expect(Set(ended) == [1, 2], "\(source.name)")
      loop.sync { source.stop() }
      #expect(looks.isEmpty, "\(source.name)")
    }
  }

  @Test func attentionToABareMachineChangesNothing() throws {
    try forEachSource(.bareMachine) { source, loop throws in
      let reports = Inbox<[DeviceValue]>()
      let looks = Inbox<Bool>()
      loop.sync { source.start { reports.put($0) } }
      _ = try reports.next()
      for attention in [PollingNeeds.all, [], .heat] {
        loop.sync { source.setPollingNeeds(attention) }
      }
      loop.sync { source.poll { looks.put(true) } }
      _ = try looks.next()
      #expect(reports.isEmpty, "\(source.name)")
    }
  }

  @Test(arguments: Place.allCases)
  func isSilentAfterItsEnd(place: Place) throws {
    try forEachSource(place) { source, loop throws in
      let reports = Inbox<[DeviceValue]>()
      let looks = Inbox<Bool>()
      loop.sync { source.start { reports.put($0) } }
      _ = try reports.next()
      loop.sync {
        source.stop()
        source.setPollingNeeds(.all)
        source.watch(["/"])
        source.poll { looks.put(true) }
        source.setPollingNeeds([])
      }
      // The pending poll is answered nevertheless.
      #expect(try looks.next())
      loop.sync { source.stop() }
      #expect(reports.isEmpty, "\(source.name)")
    }
  }
}
