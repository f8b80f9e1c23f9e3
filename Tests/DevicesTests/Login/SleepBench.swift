import Bus
import Dispatch

@testable import Devices

/// What holds sleep back, on a private bus and a queue of its own, and what it says.
final class SleepBench {
  let announcements = Inbox<Bool>()
  let complaints = Inbox<String>()
  private let queue = DispatchQueue(label: "devices")
  private let bus: Bus
  private let sleeping: LogindSleep

  init(on privateBus: PrivateBus) {
    (bus, sleeping) = queue.sync { [queue, complaints] in
      let bus = Bus(whenThere: privateBus.kind, queue: queue)
      return (bus, LogindSleep(bus: bus) { complaints.put($0) })
    }
  }

  deinit {
    queue.sync {
      sleeping.stop()
      bus.close()
    }
  }

  func start() {
    queue.sync { sleeping.start { [announcements] in announcements.put($0) } }
  }

  func letSleep() {
    queue.sync { sleeping.letSleep() }
  }

  func preventSleep(_ why: String?) {
    queue.sync { sleeping.preventSleep(why) }
  }

  func stop() {
    queue.sync { sleeping.stop() }
  }
}
