import Descriptors
import Scheduling

@testable import Devices

/// A source that reads the kernel, on its own event loop, and its reports.
final class KernelBench {
  let reports = Inbox<[DeviceValue]>()
  private let looks = Inbox<Bool>()
  private let loop = EventLoop(name: "devices")
  private let source: any DeviceSource

  /// Starts the source.
  init(_ makeSource: (EventLoop) -> any DeviceSource) {
    source = loop.sync { [loop] in makeSource(loop) }
    loop.sync { source.start { [reports] in reports.put($0) } }
  }

  deinit { loop.sync { source.stop() } }

  /// Waits until the source reports exactly these values.
  func wait(for values: [DeviceValue]) throws {
    try reports.next { $0 == values }
  }

  /// Polls the source, and waits for the end of the poll.
  func look() throws {
    loop.sync { source.poll { [looks] in looks.put(true) } }
    _ = try looks.next()
  }

  func setPollingNeeds(_ needs: PollingNeeds) {
    loop.sync { source.setPollingNeeds(needs) }
  }

  func setOwnCgroups(_ cgroups: [String]) {
    loop.sync { source.setOwnCgroups(cgroups) }
  }

  func watch(_ paths: [ExactString]) {
    loop.sync { source.watch(paths) }
  }
}
