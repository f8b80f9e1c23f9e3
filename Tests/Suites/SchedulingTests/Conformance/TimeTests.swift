import Testing

@testable import Scheduling

/// Time, deadline and period.
struct TimeTests {
  static let rows = [
    Row("P01", "no latency: runs") {
      #expect(starts(.utility, on: .thermal(.nominal)) { $0.earliest = .after(.zero) })
    },
    Row("P02", "a latency of 5 s, cancelled at once: never runs") {
      var world = World()
      world.submit("task", .utility) { $0.earliest = .after(.seconds(5)) }
      world.cancel("task")
      world.pass(.minutes(1))
      #expect(world.started.isEmpty)
    },
    Row("P03", "storage low and unwanted, deadline 2 s: starts, overdue") {
      var world = World(.storage(.low))
      world.submit("task", .utility) {
        $0.terms.prefers = .storageNotLow
        $0.latest = .after(.seconds(2))
      }
      world.pass(.seconds(1))
      #expect(world.reasons("task") == [.storage])
      world.pass(.seconds(11))
      #expect(world.isRunning("task"))
      #expect(world.explain("task")?.request.window.isOverdue(at: world.now.wall) == true)
    },
    Row("P04", "a latency of 0.5 s, with no deadline or one in seven days: runs early") {
      for latest in [nil, Moment.after(.days(7))] {
        var world = World()
        let begin = world.now
        world.submit("task", .utility) {
          $0.earliest = .after(.milliseconds(500))
          $0.latest = latest
        }
        world.pass(.seconds(2))
        #expect(world.starts(of: "task", after: begin) == [0.5])
        #expect(world.explain("task")?.request.window.isOverdue(at: world.now.wall) == false)
      }
    },
    Row("P14", "exponential from 30 s, capped at 5 h with the eleventh attempt") {
      #expect(
        delays(Backoff(first: .seconds(30)), 11) == [
          30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15360, 18000,
        ])
    },
    Row("P14", "linear from 30 min, capped at 5 h with the tenth attempt") {
      let backoff = Backoff(growth: .linear, first: .minutes(30))
      #expect(delays(backoff, 11) == (1...10).map { Double($0) * 1800 } + [18000])
    },
    Row("P16", "200 h window, 3 optional conditions: one dropped at 100 h, 120 h, 140 h") {
      var settings = Settings()
      settings.relaxedEndShare = 0.7
      var world = World(settings: settings, .idle(false), .metered(true), .power(.battery))
      world.submit("task", .utility) {
        $0.latest = .after(.hours(200))
        $0.terms.prefers = [.idle, .unmetered, .power]
      }
      for (hours, left) in [
        (99, [Reason.userActive, .power, .metered]), (1, [.power, .metered]),
        (19, [.power, .metered]), (1, [.power]), (19, [.power]),
      ] {
        world.pass(.hours(hours))
        #expect(world.reasons("task") == left)
      }
      world.pass(.hours(1))
      #expect(world.isRunning("task"))
    },
    Row("P17", "deadline in 100 min: 60 % after 60 min, all of it afterwards") {
      let opens = WallTime(seconds: 1_772_433_000)
      let window = Window(opens: opens, latest: opens + .minutes(100))
      #expect(window.progress(at: opens + .minutes(60)) == 0.6)
      #expect(window.progress(at: opens + .minutes(130)).map { $0 >= 1 } == true)
    },
    Row("P18", "no deadline: the lifetime of the class, 12 h as there") {
      var settings = Settings()
      settings.otherLifetime = .hours(12)
      var world = World(settings: settings, .storage(.full))
      world.submit("task", .utility)
      world.pass(.hours(3))
      #expect(world.explain("task")?.progress == 0.25)
      world.pass(.hours(90))
      #expect(world.explain("task")?.progress == 1)
    },
    Row("P22", "a run passes its 30 min: stopped, time-out") {
      var world = World()
      world.submit("task", .maintenance)
      world.pass(.minutes(30))
      #expect(world.warnings("task") == [.budget])
      world.pass(.seconds(30))
      #expect(world.endings("task").map(\.stopReason) == [.budget])
    },
  ]

  @Test(arguments: rows)
  func holds(row: Row) throws {
    try row.check()
  }

  /// Returns the delays in seconds after the first `count` failures. The delay does not grow further after a million.
  private static func delays(_ backoff: Backoff, _ count: Int) -> [Double] {
    #expect(backoff.delay(after: 1_000_000, Settings()) == .hours(5))
    return (1...count).map { backoff.delay(after: $0, Settings()).seconds }
  }
}
