import Bus
import Dispatch
import Scheduling

@testable import Devices

/// A source at work on a private bus, on a queue of its own, and what it reports.
final class SourceBench {
  let reports = Inbox<[DeviceValue]>()
  private let queue = DispatchQueue(label: "devices")
  private let bus: Bus
  private let source: any DeviceSource

  /// Starts it.
  init(on privateBus: PrivateBus, _ makeSource: (Bus) -> any DeviceSource) {
    (bus, source) = queue.sync { [queue] in
      let bus = Bus(whenThere: privateBus.kind, queue: queue)
      return (bus, makeSource(bus))
    }
    queue.sync { source.start { [reports] in reports.put($0) } }
  }

  deinit {
    queue.sync {
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
    queue.sync { source.look { looks.put(()) } }
    try looks.next()
  }

  func attend(to attention: PollingNeeds) {
    queue.sync { source.attend(to: attention) }
  }
}
