import Bus
import Dispatch
import Glibc
import Scheduling
import Testing

@testable import Devices

/// What holds for every source, on a machine that has none of what it asks, and on this one.
@Suite struct ConformanceTests {
  enum Place: CaseIterable {
    /// Neither services nor a bus, and no file of the kernel's.
    case bareMachine
    /// Whatever the machine that runs this has.
    case thisMachine
  }

  /// All sources, on their queue.
  private static func sources(
    _ place: Place, _ tree: WrittenTree, queue: DispatchQueue
  ) -> [any DeviceSource] {
    var configuration = Machine.Configuration()
    if place == .bareMachine { configuration.root = tree.root }
    let kind: Bus.Kind = place == .bareMachine ? .address("unix:path=/nonexistent") : .system
    let bus = queue.sync { Bus(whenThere: kind, queue: queue) }
    return Machine.loginSources(configuration, system: bus, queue: queue)
      + Machine.serviceSources(configuration, system: bus)
      + Machine.kernelSources(configuration, queue: queue)
  }

  /// Calls `body` with each source, none of which has begun.
  private func forEachSource(
    _ place: Place, _ body: (any DeviceSource, DispatchQueue) throws -> Void
  ) rethrows {
    let tree = WrittenTree()
    let queue = DispatchQueue(label: "devices")
    for source in Self.sources(place, tree, queue: queue) {
      try body(source, queue)
      queue.sync { source.stop() }
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
    try forEachSource(place) { source, queue throws in
      let reports = Inbox<[DeviceValue]>()
      queue.sync { source.start { reports.put($0) } }
      let first = try reports.next()
      // Some room is on every machine.
      let isAnywhere = place == .thisMachine || source.name == "file-systems"
      #expect(isAnywhere || first == [], "\(source.name)")
      #expect(Set(first.map(\.key)).count == first.count, "\(source.name)")
    }
  }

  @Test(arguments: Place.allCases)
  func endsEachLookOnce(place: Place) throws {
    try forEachSource(place) { source, queue throws in
      let reports = Inbox<[DeviceValue]>()
      let looks = Inbox<Int>()
      queue.sync {
        source.start { reports.put($0) }
        source.look { looks.put(1) }
        source.look { looks.put(2) }
      }
      let ended = [try looks.next(), try looks.next()]
      #expect(Set(ended) == [1, 2], "\(source.name)")
      queue.sync { source.stop() }
      #expect(looks.isEmpty, "\(source.name)")
    }
  }

  @Test func attentionToABareMachineChangesNothing() throws {
    try forEachSource(.bareMachine) { source, queue throws in
      let reports = Inbox<[DeviceValue]>()
      let looks = Inbox<Bool>()
      queue.sync { source.start { reports.put($0) } }
      _ = try reports.next()
      for attention in [PollingNeeds.all, [], .heat] {
        queue.sync { source.attend(to: attention) }
      }
      queue.sync { source.look { looks.put(true) } }
      _ = try looks.next()
      #expect(reports.isEmpty, "\(source.name)")
    }
  }

  @Test(arguments: Place.allCases)
  func isSilentAfterItsEnd(place: Place) throws {
    try forEachSource(place) { source, queue throws in
      let reports = Inbox<[DeviceValue]>()
      let looks = Inbox<Bool>()
      queue.sync { source.start { reports.put($0) } }
      _ = try reports.next()
      queue.sync {
        source.stop()
        source.attend(to: .all)
        source.watch(["/"])
        source.look { looks.put(true) }
        source.attend(to: [])
      }
      // Whoever asked is answered all the same.
      #expect(try looks.next())
      queue.sync { source.stop() }
      #expect(reports.isEmpty, "\(source.name)")
    }
  }
}
