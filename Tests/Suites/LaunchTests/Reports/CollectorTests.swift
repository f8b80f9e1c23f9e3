import Glibc
import Scheduling
import Testing

@testable import Launch

/// Reports from an imitation of /proc.
@Suite struct CollectorTests {
  @Test func theMainProcessComesFirstAndEachOnlyOnce() throws {
    let proc = try ImitatedProc()
    proc.add(10, "worker", parent: 20)
    proc.add(20, "backup", parent: 1)
    let report = proc.report(cgroup: [10, 20], main: 20)
    #expect(report.processes.map(\.pid) == [20, 10])
    #expect(report.processes.map(\.command) == ["backup", "worker"])
    #expect(report.processes.map(\.parent) == [1, 20])
    #expect(!report.isCutOff)
  }

  @Test func eachThreadIsTold() throws {
    let proc = try ImitatedProc()
    proc.add(20, "indexer", parent: 1)
    proc.add(thread: 21, of: 20, "reader", parent: 1, state: "D", channel: "wait_on_page_bit")
    proc.add(thread: 22, of: 20, "counter", parent: 1, state: "R", channel: "0")
    let threads = proc.report(cgroup: [20], main: 20).processes.first?.threads
    #expect(
      threads == [
        .init(id: 20, name: "indexer", state: "S", waitChannel: "do_wait"),
        .init(id: 21, name: "reader", state: "D", waitChannel: "wait_on_page_bit"),
        .init(id: 22, name: "counter", state: "R", waitChannel: nil),
      ])
  }

  @Test func whatIsGoneMeanwhileIsLeftOut() throws {
    let proc = try ImitatedProc()
    proc.add(20, "backup", parent: 1)
    let report = proc.report(cgroup: [19, 20, 21], main: 20)
    #expect(report.processes.map(\.pid) == [20])
  }

  @Test func cgroupsOfTheRunsOwnAreSearched() throws {
    let proc = try ImitatedProc()
    proc.add(20, "backup", parent: 1)
    proc.add(30, "hidden", parent: 20)
    proc.put("30\n", "cgroup/a/b/cgroup.procs")
    #expect(proc.report(cgroup: [20], main: 20).processes.map(\.pid) == [20, 30])
  }

  @Test func withoutACgroupDescendantsAreFollowed() throws {
    let proc = try ImitatedProc()
    for (pid, children) in [(5, "20 40 "), (20, "30 "), (30, ""), (40, "")] {
      proc.add(Int32(pid), "p\(pid)", parent: 1)
      proc.put(children, "proc/\(pid)/task/\(pid)/children")
    }
    let report = proc.collector.report(on: .descendants(of: 5), main: 20, warning: nil)
    #expect(report.processes.map(\.pid) == [20, 40, 30])
    #expect(!report.isCutOff)
  }

  @Test func aKernelThatListsNoChildrenLeavesTheMainProcess() throws {
    let proc = try ImitatedProc()
    proc.add(20, "backup", parent: 5)
    let report = proc.collector.report(on: .descendants(of: 5), main: 20, warning: nil)
    #expect(report.processes.map(\.pid) == [20])
    #expect(report.isCutOff)
  }

  @Test func theNumberOfProcessesThreadsAndCgroupsIsBounded() throws {
    let proc = try ImitatedProc()
    for pid in Int32(1)...9 {
      proc.add(pid, "p", parent: 1)
      proc.put("", "cgroup/\(pid)/cgroup.procs")
    }
    let all = [Int32](1...9)
    proc.collector.bounds = .init(processes: 4, nanoseconds: .max / 2)
    #expect(proc.report(cgroup: all, main: 1).processes.count == 4)
    #expect(proc.report(cgroup: all, main: 1).isCutOff)
    proc.collector.bounds = .init(threads: 5, nanoseconds: .max / 2)
    #expect(proc.report(cgroup: all, main: 1).processes.count == 5)
    proc.collector.bounds = .init(cgroups: 5, nanoseconds: .max / 2)
    #expect(proc.report(cgroup: all, main: 1).isCutOff)
    #expect(proc.report(cgroup: all, main: 1).processes.count == 9)
  }

  @Test func oneProcessIsToldEvenWhenItIsTooLateForMore() throws {
    let proc = try ImitatedProc()
    proc.add(1, "p", parent: 1)
    proc.add(2, "p", parent: 1)
    proc.collector.bounds = .init(nanoseconds: 0)
    let report = proc.report(cgroup: [1, 2], main: 1)
    #expect(report.processes.map(\.pid) == [1])
    #expect(report.isCutOff)
  }

  /// The thread that executes a task is rarely the first.
  @Test func someThreadsOfTheFirstProcessAreReportedEvenIfTheTimeIsUsedUp() throws {
    let proc = try ImitatedProc()
    for id in Int32(1)...20 {
      proc.add(thread: id, of: 1, "p", parent: 1, state: "S", channel: "do_wait")
    }
    proc.collector.bounds = .init(nanoseconds: 0)
    let report = proc.report(cgroup: [1], main: 1)
    #expect(report.processes.first?.threads.count == 16)
    #expect(report.isCutOff)
  }

  @Test func socketsAreLookedForWhereAnEventIsWaitedFor() throws {
    let proc = try ImitatedProc()
    for pid in Int32(1)...3 {
      proc.add(
        thread: pid, of: pid, "p", parent: 1, state: "S", channel: pid == 1 ? "do_wait" : "ep_poll")
      mkdir("\(proc.directory)/proc/\(pid)/fd", 0o755)
      for fd in 0...2 {
        let target = fd == 1 && pid != 3 ? "socket:[4711]" : "/nowhere/socket:[1]"
        symlink(target, "\(proc.directory)/proc/\(pid)/fd/\(fd)")
      }
    }
    let report = proc.report(cgroup: [1, 2, 3], main: 1)
    #expect(report.processes.map(\.hasSockets) == [false, true, false])
  }

  @Test func theMasksOfTheMainProcessTellOfTheWarning() throws {
    let proc = try ImitatedProc()
    proc.add(20, "backup", parent: 1)
    proc.put("SigIgn:\t0000000000004000\n", "proc/20/status")
    #expect(proc.report(cgroup: [20], main: 20).expiration == .notAnnounced)
    #expect(proc.report(cgroup: [20], main: 20, warning: SIGTERM).expiration == .ignored)
    #expect(proc.report(cgroup: [20], main: 21, warning: SIGTERM).expiration == .caught)
  }
}

/// Files as in /proc and in a cgroup.
private final class ImitatedProc {
  let directory: String
  var collector = KillReportCollector()

  init() throws {
    directory = try makeTemporaryDirectory()
    collector.files.root = directory + "/proc"
    collector.bounds.nanoseconds = .max / 2
  }

  deinit { removeTree(directory) }

  func put(_ text: String, _ name: String) {
    let path = "\(directory)/\(name)"
    let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    _ = SmallFile.makeDirectories(parent, mode: 0o755)
    close(open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o644))
    SmallFile.write(text, to: path)
  }

  func add(_ pid: Int32, _ name: String, parent: Int32) {
    add(thread: pid, of: pid, name, parent: parent, state: "S", channel: "do_wait")
  }

  func add(
    thread: Int32, of pid: Int32, _ name: String, parent: Int32, state: String, channel: String
  ) {
    let path = "proc/\(pid)/task/\(thread)"
    put("\(thread) (\(name)) \(state) \(parent) 1 1 0 -1", "\(path)/stat")
    put(channel, "\(path)/wchan")
  }

  func report(cgroup pids: [Int32], main: Int32?, warning: Int32? = nil) -> KillReport {
    put(pids.map { "\($0)\n" }.joined(), "cgroup/cgroup.procs")
    return collector.report(on: .cgroup(directory + "/cgroup"), main: main, warning: warning)
  }
}
