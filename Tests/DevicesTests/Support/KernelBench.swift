import Dispatch
import Scheduling

@testable import Devices

/// A source of the kernel's at work on a queue of its own, and what it reports.
final class KernelBench {
  let reports = Inbox<[DeviceValue]>()
  private let looks = Inbox<Bool>()
  private let queue = DispatchQueue(label: "devices")
  private let source: any DeviceSource

  /// Starts it.
  init(_ makeSource: (DispatchQueue) -> any DeviceSource) {
    source = queue.sync { [queue] in makeSource(queue) }
    queue.sync { source.start { [reports] in reports.put($0) } }
  }

  deinit { queue.sync { source.stop() } }

  /// Waits until it reports exactly these.
  func wait(for values: [DeviceValue]) throws {
    try reports.next { $0 == values }
  }

  /// Has it look, and waits until it has.
  func look() throws {
    queue.sync { source.look { [looks] in looks.put(true) } }
    _ = try looks.next()
  }

  func attend(to attention: PollingNeeds) {
    queue.sync { source.attend(to: attention) }
  }

  func watch(_ paths: [ExactString]) {
    queue.sync { source.watch(paths) }
  }
}
