import Bus
import Buses
import Descriptors

@testable import Devices

/// The inhibitor of sleep, on a private bus and its own event loop, and its announcements.
final class SleepBench {
  let announcements = Inbox<Bool>()
  let complaints = Inbox<String>()
  private let loop = EventLoop(name: "devices")
  private let bus: Bus
  private let sleeping: LogindSleep

  init(on privateBus: PrivateBus) {
    (bus, sleeping) = loop.sync { [loop, complaints] in
      let bus = Bus(whenThere: privateBus.kind, loop: loop)
      return (bus, LogindSleep(bus: bus) { complaints.put($0) })
    }
  }

  deinit {
    loop.sync {
      sleeping.stop()
      bus.close()
    }
  }

  func start() {
    loop.sync { sleeping.start { [announcements] in announcements.put($0) } }
  }

  func letSleep() {
    loop.sync { sleeping.letSleep() }
  }

  func preventSleep(_ why: String?) {
    loop.sync { sleeping.preventSleep(why) }
  }

  func keepAwake(_ why: String?) {
    loop.sync { sleeping.keepAwake(why) }
  }

  func sleepAgain() {
    loop.sync { sleeping.sleepAgain() }
  }

  func stop() {
    loop.sync { sleeping.stop() }
  }
}
