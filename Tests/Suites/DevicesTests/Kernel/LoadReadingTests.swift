import Testing

@testable import Devices

@Suite struct LoadReadingTests {
  private func sample(_ line: String, own: Int = 0) throws -> LoadSample {
    try sample(line, ["rubato.slice": own])
  }

  private func sample(_ line: String, _ own: [String: Int]) throws -> LoadSample {
    LoadSample(
      processors: try #require(ProcessorTimes("\(line)\ncpu0 1 2 3\n")), ownMicroseconds: own)
  }

  @Test func timesOfGuestsAreNotCountedTwice() throws {
    let times = try #require(ProcessorTimes("cpu  100 20 30 400 50 6 7 80 90 9\n"))
    #expect(times.busy == 163)
    #expect(times.idle == 450)
  }

  @Test func absurdTimesAreNoLoadThatCannotBeComputed() throws {
    let absurd = String(repeating: " \(Int.max)", count: 10)
    let before = try sample("cpu 0 0 0 0 0 0 0 0")
    #expect(try sample("cpu\(absurd)").percent(since: before) == 71)
    #expect(try sample("cpu -5 \(Int.min) 1 1 1 1 1").percent(since: before) == 60)
  }

  @Test(arguments: ["", "cpu 1 2 3", "intr 1 2 3 4 5 6 7 8"])
  func whatIsNotAsExpectedTellsNothing(text: String) {
    #expect(ProcessorTimes(text) == nil)
  }

  @Test func waitingForADiskIsIdle() throws {
    let before = try sample("cpu 0 0 0 0 0 0 0 0")
    #expect(try sample("cpu 20 0 0 50 130 0 0 0").percent(since: before) == 10)
  }

  @Test func whatTheHypervisorTookIsNeitherBusyNorIdle() throws {
    let before = try sample("cpu 0 0 0 0 0 0 0 0")
    #expect(try sample("cpu 50 0 0 50 0 0 0 100").percent(since: before) == 50)
  }

  @Test func ourOwnRunsDoNotCount() throws {
    let before = try sample("cpu 0 0 0 0 0 0 0 0", own: 5_000_000)
    // 100 of 200 ticks are busy, 80 of them in Rubato's runs: 0.8 s.
    let after = try sample("cpu 60 0 40 100 0 0 0 0", own: 5_800_000)
    #expect(after.percent(since: before) == 10)
  }

  /// A supervisor, its command with two threads, and a child of the second thread: 5 + 30 + 20 ticks of living
  /// processes, and 4 + 1 of ended ones. The 900 ticks of the daemon itself do not count.
  @Test func runsWithoutCgroupsAreTheDescendantsOfTheDaemon() throws {
    let tree = WrittenTree(["/proc/self/task/1/children": "7 ", "/proc/7/task/7/children": "8 "])
    tree.write("", to: "/proc/8/task/8/children")
    tree.write("9 ", to: "/proc/8/task/10/children")
    func put(_ process: String, _ times: String) {
      tree.write("1 (a ) b) S 1 1 1 0 -1 4 0 0 0 0 \(times) 20 0", to: "/proc/\(process)/stat")
    }
    put("self", "600 300 3 1")
    put("7", "4 1 1 0")
    put("8", "20 10 0 0")
    put("9", "20 0 0 0")
    var load = ExternalLoad(tree: tree.kernel, ownCgroups: [])
    #expect(load.processMicroseconds == 600_000)
    let line = "cpu 0 0 0 0 0 0 0 0\n"
    var before = LoadSample(processors: try #require(ProcessorTimes(line)), ownMicroseconds: [:])
    before.processMicroseconds = load.processMicroseconds
    put("9", "70 0 0 0")
    var after = before
    after.processors = try #require(ProcessorTimes("cpu 60 0 0 40 0 0 0 0\n"))
    after.processMicroseconds = load.processMicroseconds
    #expect(after.percent(since: before) == 10)
    // A process whose parent has not waited for it yet.
    after.processMicroseconds = 0
    #expect(after.percent(since: before) == 60)
    load.ownCgroups = ["rubato.slice"]
    #expect(load.processMicroseconds == nil)
  }

  @Test func anAccountThatBeganAnewIsNoUse() throws {
    let before = try sample("cpu 0 0 0 0 0 0 0 0", own: 5_000_000)
    #expect(try sample("cpu 50 0 0 50 0 0 0 0", own: 0).percent(since: before) == 50)
  }

  @Test func aUnitThatARunStartsOrEndsDoesNotCount() throws {
    let idle = try sample("cpu 0 0 0 0 0 0 0 0", ["rubato.slice": 5_000_000])
    let unit = "system.slice/fstrim.service"
    // 0.8 of a second of two processors, in the unit.
    let during = try sample(
      "cpu 80 0 0 120 0 0 0 0", ["rubato.slice": 5_000_000, unit: 800_000])
    #expect(during.percent(since: idle) == 0)
    // The unit has ended, and the other runs have used 0.4 s.
    let after = try sample("cpu 120 0 0 280 0 0 0 0", ["rubato.slice": 5_400_000])
    #expect(after.percent(since: during) == 0)
  }

  @Test func theTimeOfAServiceBeforeItsRunIsNotThatOfTheRun() throws {
    let unit = "system.slice/backup.service"
    var before = try sample("cpu 0 0 0 0 0 0 0 0", ["rubato.slice": 5_000_000])
    before.add(newAccounts: ["rubato.slice": 6_000_000, unit: 9_000_000])
    // 0.5 of a second, of which our runs have used 0.3.
    let after = try sample(
      "cpu 50 0 0 50 0 0 0 0", ["rubato.slice": 5_200_000, unit: 9_100_000])
    #expect(after.percent(since: before) == 20)
  }

  @Test func theAccountOfARecreatedCgroupStartsAgain() throws {
    let before = try sample("cpu 0 0 0 0 0 0 0 0", own: 9_000_000)
    #expect(try sample("cpu 50 0 0 50 0 0 0 0", own: 400_000).percent(since: before) == 10)
  }

  @Test func ourOwnUseIsNeverMoreThanAll() throws {
    let before = try sample("cpu 0 0 0 0 0 0 0 0")
    #expect(try sample("cpu 50 0 0 50 0 0 0 0", own: 9_000_000).percent(since: before) == 0)
  }

  @Test func withoutTimeThereIsNoShare() throws {
    let only = try sample("cpu 50 0 0 50 0 0 0 0")
    #expect(only.percent(since: only) == nil)
  }
}

@Suite struct OtherWorkTests {
  private let tree = WrittenTree(["/sys/fs/cgroup/cgroup.controllers": "cpu io memory"])

  private func pressure(_ cgroup: String, some: String, full: String = "0.00") {
    tree.write(
      """
      some avg10=\(some) avg60=0.00 avg300=0.00 total=1
      full avg10=\(full) avg60=0.00 avg300=0.00 total=1
      """, to: "/sys/fs/cgroup/\(cgroup)/io.pressure")
  }

  private func work(_ own: [String]) -> ExternalLoad {
    ExternalLoad(tree: tree.kernel, ownCgroups: own)
  }

  @Test func ourOwnSliceDoesNotCount() {
    pressure("user.slice", some: "3.50")
    pressure("system.slice", some: "1.00", full: "0.75")
    pressure("rubato.slice", some: "90.00", full: "80.00")
    #expect(
      work(["rubato.slice"]).pressure(on: .io) == Pressure(some: 3.5, full: 0.75))
  }

  @Test func whatLiesBesideOurOwnCgroupCounts() {
    let service = "user.slice/user-1000.slice/rubatod.service"
    pressure("user.slice", some: "70.00")
    pressure("user.slice/user-1000.slice", some: "70.00")
    pressure("user.slice/user-1000.slice/app.slice", some: "2.00")
    pressure("user.slice/user-1001.slice", some: "1.00")
    pressure("system.slice", some: "4.00")
    pressure(service, some: "70.00")
    #expect(
      work([service]).otherCgroups(below: "") == [
        "system.slice", "user.slice/user-1000.slice/app.slice", "user.slice/user-1001.slice",
      ])
    #expect(work([service]).pressure(on: .io)?.some == 4)
  }

  @Test func theMachineCountsWhereCgroupsDoNotTell() {
    tree.write("some avg10=12.34 avg60=1.00 avg300=0.00 total=1", to: "/proc/pressure/io")
    #expect(work(["rubato.slice"]).pressure(on: .io) == Pressure(some: 12.34, full: 0))
  }

  @Test func knowsNothingWhereTheKernelKeepsNoAccount() {
    #expect(work(["rubato.slice"]).pressure(on: .io) == nil)
  }

  @Test func knowsTheProcessorTimeOfOurRuns() {
    tree.write("usage_usec 1500\nuser_usec 1000", to: "/sys/fs/cgroup/rubato.slice/cpu.stat")
    tree.write("usage_usec 40\nuser_usec 30", to: "/sys/fs/cgroup/other.slice/cpu.stat")
    #expect(work(["rubato.slice", "absent.slice"]).ownMicroseconds == ["rubato.slice": 1500])
    #expect(
      work(["rubato.slice", "other.slice"]).ownMicroseconds
        == ["rubato.slice": 1500, "other.slice": 40])
  }

  @Test func findsTheHierarchyBesideVersionOne() {
    tree.remove("/sys/fs/cgroup/cgroup.controllers")
    tree.write("cpu", to: "/sys/fs/cgroup/unified/cgroup.controllers")
    tree.write("usage_usec 7", to: "/sys/fs/cgroup/unified/rubato.slice/cpu.stat")
    #expect(work(["rubato.slice"]).ownMicroseconds == ["rubato.slice": 7])
  }
}
