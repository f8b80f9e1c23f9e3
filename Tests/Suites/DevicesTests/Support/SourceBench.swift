import Bus
import Descriptors
import Scheduling

@testable import Devices

/// A source at work on a private bus, on an event loop of its own, and what it reports.
final class SourceBench {
  let reports = Inbox<[DeviceValue]>()
  private let loop = EventLoop(name: "devices")
  private let bus: Bus
  private let source: any DeviceSource

  /// Starts it.
  init(on privateBus: PrivateBus, _ makeSource: (Bus) -> any DeviceSource) {
    (bus, source) = loop.sync { [loop] in
      let bus = Bus(whenThere: privateBus.kind, loop: loop)
      return (bus, makeSource(bus))
    }
    loop.sync { source.start { [reports] in reports.put($0) } }
  }

  deinit {
    loop.sync {
      source.stop()
      bus.close()
    }
  }

  /// Its next report.
  func next() throws -> [DeviceValue] { try reports.next() }

  /// Waits until it reports exactly these, in whatever order.
  func wait(for values: [DeviceValue]) throws {
    try reports.next { Set($0) == Set(values) }
  }

  /// Has it read again what does not tell of its changes. Returns when it has.
  func look() throws {
    let looks = Inbox<Void>()
    loop.sync { source.poll { looks.put(()) } }
    try looks.next()
  }

  func setPollingNeeds(_ needs: PollingNeeds) {
    loop.sync { source.setPollingNeeds(needs) }
  }
}
