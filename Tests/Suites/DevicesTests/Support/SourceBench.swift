import Bus
import Buses
import Descriptors
import Scheduling

@testable import Devices

/// A source on a private bus and its own event loop, and its reports.
final class SourceBench {
  let reports = Inbox<[DeviceValue]>()
  private let loop = EventLoop(name: "devices")
  private let bus: Bus
  private let source: any DeviceSource

  /// Starts the source.
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

  /// Returns the next report.
  func next() throws -> [DeviceValue] { try reports.next() }

  /// Waits until the source reports exactly these values, in any order.
  func wait(for values: [DeviceValue]) throws {
    try reports.next { Set($0) == Set(values) }
  }

  /// Makes the source poll values that have no change events. Returns after the poll.
  func look() throws {
    let looks = Inbox<Void>()
    loop.sync { source.poll { looks.put(()) } }
    try looks.next()
  }

  func setPollingNeeds(_ needs: PollingNeeds) {
    loop.sync { source.setPollingNeeds(needs) }
  }
}
