import CLinux
import Descriptors
import Foundation
import Glibc
import Synchronization
import Testing

@Suite struct EventLoopTests {
  private let loop = EventLoop(name: "loop")

  @Test func blocksOfAllThreadsAreCalledInTheOrderInWhichTheyCame() throws {
    let seen = Inbox<Int>()
    loop.execute { [loop] in
      loop.execute { seen.put(2) }
      loop.afterOthers { seen.put(3) }
      seen.put(1)
    }
    #expect(try [seen.next(), seen.next(), seen.next()] == [1, 2, 3])
  }

  @Test func aLastBlockFollowsThePresentOnesAndComesBeforeTheNext() throws {
    let seen = Inbox<Int>()
    loop.execute { [loop] in
      loop.execute { seen.put(3) }
      loop.executeLast { seen.put(2) }
      seen.put(1)
    }
    #expect(try [seen.next(), seen.next(), seen.next()] == [1, 2, 3])
    loop.executeLast { seen.put(4) }
    #expect(try seen.next() == 4)
  }

  @Test func aBlockIsCalledForItsResult() {
    #expect(loop.sync { loop.sync { loop.isCurrent ? 7 : 0 } } == 7)
    #expect(throws: Inbox<Int>.Missing.self) {
      try loop.sync { throw Inbox<Int>.Missing(description: "none") }
    }
    #expect(!loop.isCurrent)
  }

  @Test func aTimerCallsOnceAndNotBeforeItsTime() throws {
    let times = Inbox<Int64>()
    let start = rubato_clock_awake()
    let timers = loop.sync {
      [LoopTimer.Clock.awake, .boot].map { clock in
        let timer = LoopTimer(on: loop, clock) { times.put(rubato_clock_awake() - start) }
        timer.set(after: .milliseconds(20))
        return timer
      }
    }
    #expect(try times.next() >= 20_000_000)
    #expect(try times.next() >= 20_000_000)
    #expect(loop.sync { timers.allSatisfy { !$0.isSet } })
    #expect(times.isEmpty)
  }

  @Test func aTimerThatIsClearedOrLetGoOfDoesNotCall() throws {
    let calls = Inbox<Int>()
    loop.sync {
      let cleared = LoopTimer(on: loop) { calls.put(1) }
      cleared.set(after: .zero)
      cleared.clear()
      var dropped: LoopTimer? = LoopTimer(on: loop) { calls.put(2) }
      dropped?.set(after: .zero)
      dropped = nil
      loop.after(.milliseconds(1)) { calls.put(3) }
    }
    #expect(try calls.next() == 3)
    #expect(calls.isEmpty)
  }

  /// A timer is not set again only if its new time is almost the same.
  @Test func aTimerThatIsKeptCallsAtItsLastTime() throws {
    let calls = Inbox<Int>()
    let timer = loop.sync {
      let timer = LoopTimer(on: loop) { calls.put(1) }
      timer.keep(after: .seconds(3600))
      timer.keep(after: .milliseconds(1))
      return timer
    }
    #expect(try calls.next() == 1)
    loop.sync { timer.keep(after: .zero) }
    #expect(try calls.next() == 1)
    loop.sync {
      timer.keep(after: .milliseconds(1))
      timer.keep(after: .seconds(3600))
      loop.after(.milliseconds(20)) { calls.put(2) }
    }
    #expect(try calls.next() == 2)
    #expect(loop.sync { timer.isSet } && calls.isEmpty)
  }

  /// The first timer is called before the calls of clients.
  @Test func theFirstTimerComesBeforeBlocksThatWait() throws {
    let calls = Inbox<String>()
    let timer = loop.sync {
      let timer = LoopTimer(on: loop, comesFirst: true) { calls.put("timer") }
      timer.set(after: .zero)
      loop.execute { calls.put("block") }
      return timer
    }
    #expect(try [calls.next(), calls.next()] == ["timer", "block"])
    withExtendedLifetime(timer) {}
  }

  /// The loop has real-time priority only while it waits and during a timer. Blocks of clients have no priority.
  @Test func aBlockHasNoRealTimePriority() throws {
    let policies = Inbox<CInt>()
    @Sendable func put() { policies.put(sched_getscheduler(0) & ~CInt(RUBATO_SCHED_RESET_ON_FORK)) }
    let timer = loop.sync {
      let timer = LoopTimer(on: loop, comesFirst: true) { put() }
      timer.set(after: .milliseconds(5))
      return timer
    }
    let isAllowed = try policies.next() == SCHED_RR
    loop.execute { put() }
    #expect(try policies.next() == SCHED_OTHER)
    #expect(isAllowed || geteuid() != 0)
    withExtendedLifetime(timer) {}
  }

  @Test func aLoopOfTheCallingThreadRunsUntilItIsDone() {
    let own = EventLoop()
    let other = EventLoop(name: "other")
    let count = Mutex(0)
    for _ in 0..<3 { other.execute { own.execute { count.withLock { $0 += 1 } } } }
    own.run { count.withLock { $0 == 3 } }
    #expect(count.withLock(\.self) == 3)
  }

  @Test func whatIsLetGoOfElsewhereCallsNoMore() throws {
    let calls = Inbox<Int>()
    for round in 0..<200 {
      var timer: LoopTimer? = loop.sync {
        let timer = LoopTimer(on: loop) { calls.put(round) }
        timer.set(after: .zero)
        return timer
      }
      timer = nil
      _ = timer
    }
    loop.sync {}
    // After the last call nothing is left that could call.
    while !calls.isEmpty { _ = try calls.next() }
    loop.sync {}
    #expect(calls.isEmpty)
  }

  @Test func theThreadOfALoopEndsWithIt() throws {
    let called = Inbox<Int>()
    for number in 0..<20 {
      let short = EventLoop(name: "short-loop")
      short.execute { called.put(number) }
      _ = try called.next()
    }
    var turns = 0
    while Self.hasThread("short-loop"), turns < 1_000_000 {
      sched_yield()
      turns += 1
    }
    #expect(!Self.hasThread("short-loop"))
  }

  private static func hasThread(_ name: String) -> Bool {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return tasks.contains { task in
      let path = "/proc/self/task/\(task)/comm"
      return (try? String(contentsOfFile: path, encoding: .utf8)) == "\(name)\n"
    }
  }
}
