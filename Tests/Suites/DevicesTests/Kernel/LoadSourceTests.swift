import Descriptors
import Glibc
import Scheduling
import Testing

@testable import Devices

@Suite struct LoadSourceTests {
  /// 100 ticks in all, none of them in Rubato's runs.
  private static let stat = "cpu  50 0 0 50 0 0 0 0 0 0"

  @Test func readsARealMachine() throws {
    let bench = KernelBench { LoadSource(KernelTree(), ownCgroups: ["rubato.slice"], loop: $0) }
    guard case .load(let percent?) = try bench.reports.next().first else {
      Issue.record("no load")
      return
    }
    #expect((0...100).contains(percent))
    try bench.look()
  }

  @Test func theKernelsPressureCountsWhereItIsMore() throws {
    let tree = WrittenTree(["/proc/stat": Self.stat])
    tree.write("some avg10=33.50 avg60=0 avg300=0 total=1", to: "/proc/pressure/io")
    tree.write("some avg10=12.00 avg60=0 avg300=0 total=1", to: "/proc/pressure/cpu")
    let bench = KernelBench { LoadSource(tree.kernel, ownCgroups: [], loop: $0) }
    #expect(try bench.reports.next() == [.load(34)])
    tree.remove("/proc/pressure")
    try bench.look()
    #expect(try bench.reports.next() == [])
  }

  @Test func aUnitThatARunHasStartedDoesNotCount() throws {
    let tree = WrittenTree(["/proc/stat": Self.stat, "/sys/fs/cgroup/cgroup.controllers": "io"])
    let unit = "system.slice/fstrim.service"
    for (cgroup, some) in [("system.slice", 80), (unit, 80), ("system.slice/cron.service", 3)] {
      tree.write(
        "some avg10=\(some).00 avg60=0 avg300=0 total=1",
        to: "/sys/fs/cgroup/\(cgroup)/io.pressure")
    }
    let bench = KernelBench { LoadSource(tree.kernel, ownCgroups: ["rubato.slice"], loop: $0) }
    #expect(try bench.reports.next() == [.load(80)])
    bench.setOwnCgroups(["rubato.slice", unit])
    try bench.look()
    #expect(try bench.reports.next() == [.load(3)])
  }

  @Test func lookingTwiceAtOnceIsAnsweredTwice() throws {
    let tree = WrittenTree(["/proc/stat": Self.stat])
    tree.write("some avg10=3.00 avg60=0 avg300=0 total=1", to: "/proc/pressure/io")
    let bench = KernelBench { LoadSource(tree.kernel, ownCgroups: [], loop: $0) }
    try bench.look()
    try bench.look()
    #expect(try bench.reports.next() == [.load(3)])
  }
}

@Suite struct MemorySourceTests {
  private func pressure(_ some: String) -> String {
    "some avg10=\(some) avg60=0.00 avg300=0.00 total=1"
  }

  @Test func readsWhatOthersWaitFor() throws {
    let tree = WrittenTree(["/sys/fs/cgroup/cgroup.controllers": "memory"])
    tree.write(pressure("80.00"), to: "/sys/fs/cgroup/rubato.slice/memory.pressure")
    tree.write(pressure("2.00"), to: "/sys/fs/cgroup/user.slice/memory.pressure")
    let bench = KernelBench {
      MemorySource(tree.kernel, ownCgroups: ["rubato.slice"], loop: $0)
    }
    #expect(try bench.reports.next() == [.memory(.normal)])
    tree.write(pressure("12.00"), to: "/sys/fs/cgroup/user.slice/memory.pressure")
    try bench.look()
    #expect(try bench.reports.next() == [.memory(.warning)])
  }

  @Test func aUnitThatARunHasStartedNeedsNoMemoryOfOthers() throws {
    let tree = WrittenTree(["/sys/fs/cgroup/cgroup.controllers": "memory"])
    let unit = "system.slice/backup.service"
    tree.write(pressure("80.00"), to: "/sys/fs/cgroup/system.slice/memory.pressure")
    tree.write(pressure("80.00"), to: "/sys/fs/cgroup/\(unit)/memory.pressure")
    tree.write(pressure("1.00"), to: "/sys/fs/cgroup/user.slice/memory.pressure")
    let bench = KernelBench { MemorySource(tree.kernel, ownCgroups: [], loop: $0) }
    #expect(try bench.reports.next() == [.memory(.warning)])
    bench.setOwnCgroups([unit])
    try bench.look()
    #expect(try bench.reports.next() == [.memory(.normal)])
  }

  /// Whether the kernel accepts a trigger: the file must be writable for this user.
  private static let isTold: Bool = {
    let fd = open("/proc/pressure/cpu", O_RDWR | O_CLOEXEC)
    defer { close(fd) }
    return fd >= 0
  }()

  // A lack of processors is easier to cause than a lack of memory, and the kernel reports both in the same way.
  @Test(.enabled(if: Self.isTold, "the kernel keeps no account of pressure"))
  func hearsOfAStallFromTheKernel() throws {
    let tree = WrittenTree()
    tree.makeDirectory("/proc/pressure")
    symlink("/proc/pressure/cpu", "\(tree.root)/proc/pressure/memory")
    let stalled = Inbox<Bool>()
    let loop = EventLoop(name: "stall")
    let source = loop.sync { MemorySource(tree.kernel, ownCgroups: [], loop: loop) }
    let triggers = loop.sync {
      source.start { values in
        if values.contains(.memory(.warning)) { stalled.put(true) }
      }
      source.setPollingNeeds(.memory)
      return source.triggerCount
    }
    #expect(triggers > 0)
    let work = Busyness(threads: 2 * sysconf(Int32(_SC_NPROCESSORS_ONLN)) + 1)
    #expect(try stalled.next())
    work.stop()
    loop.sync { source.stop() }
  }
}
