import Bus
import Buses
import Testing

@testable import Devices

@Suite(.enabled(if: MockService.isPossible)) struct LogindSleepTests {
  private let bus: PrivateBus
  private let bench: SleepBench

  private let delay = [
    "sleep", "Rubato", "Background work is ended before the machine sleeps", "delay",
  ]

  init() throws {
    bus = try PrivateBus()
    bench = SleepBench(on: bus)
  }

  private func block(_ why: String) -> [String] { ["sleep", "Rubato", why, "block"] }

  // MARK: Sleep that is announced

  @Test func delaysSleepUntilAllIsReady() throws {
    let logind = try MockLogind(on: bus)
    bench.start()
    try logind.wait(for: [delay])
    for _ in 0..<3 {
      try logind.prepareForSleep(true)
      #expect(try bench.announcements.next())
      #expect(try logind.inhibitors() == [delay])
      bench.letSleep()
      try logind.wait(for: [])
      try logind.prepareForSleep(false)
      #expect(try !bench.announcements.next())
      try logind.wait(for: [delay])
    }
    #expect(bench.announcements.isEmpty)
  }

  @Test func delaysSleepNoLongerThanLogindWaits() throws {
    let logind = try MockLogind(on: bus, longestDelayMicroseconds: 1000)
    bench.start()
    try logind.wait(for: [delay])
    try logind.prepareForSleep(true)
    #expect(try bench.announcements.next())
    try logind.wait(for: [])
  }

  @Test func keepsItsInhibitorWhenSleepIsCalledOff() throws {
    let logind = try MockLogind(on: bus)
    bench.start()
    try logind.wait(for: [delay])
    try logind.prepareForSleep(true)
    #expect(try bench.announcements.next())
    try logind.prepareForSleep(false)
    #expect(try !bench.announcements.next())
    bench.letSleep()
    #expect(try logind.inhibitors() == [delay])
  }

  @Test func seesThatSleepWasAlreadyComing() throws {
    let logind = try MockLogind(on: bus)
    try logind.prepareForSleep(true)
    bench.start()
    #expect(try bench.announcements.next())
    try logind.prepareForSleep(false)
    #expect(try !bench.announcements.next())
  }

  @Test func doesNotBelieveInASleepWhoseLogindIsGone() throws {
    var logind = try MockLogind(on: bus)
    bench.start()
    try logind.wait(for: [delay])
    for _ in 0..<3 {
      try logind.prepareForSleep(true)
      #expect(try bench.announcements.next())
      try logind.stop()
      #expect(try !bench.announcements.next())
      logind = try MockLogind(on: bus)
      try logind.wait(for: [delay])
    }
  }

  @Test func survivesTheLossOfTheBus() throws {
    var logind = try MockLogind(on: bus)
    bench.start()
    try logind.wait(for: [delay])
    try logind.prepareForSleep(true)
    #expect(try bench.announcements.next())
    bus.kill()
    #expect(try !bench.announcements.next())
    try bus.start()
    logind = try MockLogind(on: bus)
    try logind.wait(for: [delay])
    try logind.prepareForSleep(true)
    #expect(try bench.announcements.next())
  }

  @Test func holdsNothingAfterItsEnd() throws {
    let logind = try MockLogind(on: bus)
    bench.start()
    bench.preventSleep("run 1 of backup")
    try logind.wait(for: [delay, block("run 1 of backup")])
    bench.stop()
    try logind.wait(for: [])
  }

  @Test func complainsOnceOfARefusedDelay() throws {
    let logind = try MockLogind(on: bus)
    try logind.refuseInhibitors()
    bench.start()
    #expect(try bench.complaints.next().contains("Access denied"))
    try logind.prepareForSleep(true)
    #expect(try bench.announcements.next())
    try logind.prepareForSleep(false)
    #expect(try !bench.announcements.next())
    #expect(bench.complaints.isEmpty)
  }

  // MARK: Sleep that is prevented

  @Test func preventsSleepWhileARunWantsThat() throws {
    let logind = try MockLogind(on: bus)
    bench.preventSleep("run 1 of backup")
    bench.preventSleep("run 1 of backup")
    try logind.wait(for: [block("run 1 of backup")])
    bench.preventSleep("run 2 of mail")
    bench.preventSleep("run 3 of trim")
    try logind.wait(for: [block("run 3 of trim")])
    bench.preventSleep(nil)
    bench.preventSleep(nil)
    try logind.wait(for: [])
  }

  @Test func preventsNothingThatWasLetGoMeanwhile() throws {
    bench.preventSleep("run 1 of backup")
    bench.preventSleep(nil)
    let logind = try MockLogind(on: bus)
    bench.preventSleep("run 2 of mail")
    bench.preventSleep(nil)
    bench.preventSleep("run 3 of trim")
    try logind.wait(for: [block("run 3 of trim")])
  }

  @Test func preventsSleepAcrossRestartsOfLogind() throws {
    var logind = try MockLogind(on: bus)
    bench.preventSleep("run 1 of backup")
    for _ in 0..<3 {
      try logind.wait(for: [block("run 1 of backup")])
      try logind.stop()
      logind = try MockLogind(on: bus)
    }
    try logind.wait(for: [block("run 1 of backup")])
  }

  @Test func preventsSleepAcrossALossOfTheBus() throws {
    var logind = try MockLogind(on: bus)
    bench.preventSleep("run 1 of backup")
    try logind.wait(for: [block("run 1 of backup")])
    bus.kill()
    try bus.start()
    logind = try MockLogind(on: bus)
    try logind.wait(for: [block("run 1 of backup")])
  }

  @Test func complainsOnceOfARefusedBlock() throws {
    let logind = try MockLogind(on: bus)
    try logind.refuseInhibitors()
    bench.preventSleep("run 1 of backup")
    #expect(try bench.complaints.next().contains("Access denied"))
    bench.preventSleep("run 2 of mail")
    try logind.waitForRefusals(2)
    #expect(bench.complaints.isEmpty)
  }

  // MARK: A machine that was woken

  @Test func keepsAWokenMachineAwakeAlsoWithAClosedLidAndLetsItSleepAgain() throws {
    let logind = try MockLogind(on: bus)
    bench.keepAwake("work")
    try logind.wait(for: [["sleep:handle-lid-switch", "Rubato", "work", "block"]])
    bench.keepAwake(nil)
    try logind.wait(for: [])
    bench.sleepAgain()
    try logind.waitForCalls("Suspend", 1)
    #expect(bench.complaints.isEmpty)
  }

  /// The mock reports the same process for every inhibitor, which is another process.
  @Test func leavesAWokenMachineAwakeThatAnotherProgramKeepsAwake() throws {
    let logind = try MockLogind(on: bus)
    bench.preventSleep("a film")
    try logind.wait(for: [block("a film")])
    bench.sleepAgain()
    #expect(try bench.complaints.next().contains("Rubato (a film) prevents sleep"))
  }

  /// logind itself ignores such a block if root requests sleep.
  @Test func aWeakBlockAlsoKeepsAWokenMachineAwake() throws {
    let logind = try MockLogind(on: bus)
    try logind.list(inhibitor: ["sleep:idle", "Player", "a film", "block-weak"])
    bench.sleepAgain()
    #expect(try bench.complaints.next().contains("Player (a film) prevents sleep"))
  }
}
