import Glibc
import Scheduling
import Testing

@testable import Devices

@Suite struct PolledSourceTests {
  private let zone = "\(ThermalZone.directory)/thermal_zone0"

  @Test func reportsAtFirstAndWhatALookFindsChanged() throws {
    let tree = WrittenTree([
      "\(zone)/temp": "40000", "\(zone)/trip_point_0_type": "passive",
      "\(zone)/trip_point_0_temp": "90000",
    ])
    let bench = KernelBench { PolledSource.heat(tree.kernel, loop: $0) }
    #expect(try bench.reports.next() == [.thermal(.nominal)])
    try bench.look()
    #expect(bench.reports.isEmpty)
    tree.write("91000", to: "\(zone)/temp")
    try bench.look()
    #expect(try bench.reports.next() == [.thermal(.serious)])
  }

  @Test func readsAtOnceWhatBeginsToBeAttendedTo() throws {
    let tree = WrittenTree(["\(ScreenReading.directory)/card0-eDP-1/status": "connected"])
    tree.write("disabled", to: "\(ScreenReading.directory)/card0-eDP-1/enabled")
    let bench = KernelBench { PolledSource.screen(tree.kernel, loop: $0) }
    #expect(try bench.reports.next() == [.screen(isOn: false)])
    tree.write("enabled", to: "\(ScreenReading.directory)/card0-eDP-1/enabled")
    bench.setPollingNeeds([.heat, .load])
    #expect(bench.reports.isEmpty)
    bench.setPollingNeeds(.screen)
    #expect(try bench.reports.next() == [.screen(isOn: true)])
  }

  @Test func reportsNothingWhereThereIsNothing() throws {
    let tree = WrittenTree()
    for bench in [
      KernelBench { PolledSource.heat(tree.kernel, loop: $0) },
      KernelBench { PolledSource.screen(tree.kernel, loop: $0) },
      KernelBench { LoadSource(tree.kernel, ownCgroups: [], loop: $0) },
      KernelBench { MemorySource(tree.kernel, ownCgroups: [], loop: $0) },
      KernelBench { PowerSupplySource(tree.kernel, loop: $0) },
      KernelBench { PlatformProfileSource(tree.kernel, loop: $0) },
      KernelBench { RoutesSource(tree.kernel, loop: $0) },
      KernelBench { PathSource(tree.kernel, checksOnlyPublicPaths: true, loop: $0) },
    ] {
      #expect(try bench.reports.next() == [])
      bench.setPollingNeeds(.all)
      try bench.look()
      bench.setPollingNeeds([])
      #expect(bench.reports.isEmpty)
    }
  }

  @Test func knowsTheRoomOfRealFileSystems() throws {
    let bench = KernelBench { PolledSource.storage(["/"], KernelTree(), loop: $0) }
    #expect(try bench.reports.next().map(\.key) == ["storage"])
  }

  @Test(.enabled(if: Command.isRoot, "only root may mount"))
  func tellsAFullFileSystem() throws {
    let tree = WrittenTree()
    tree.makeDirectory("/disk")
    try Command.run("mount", "-t", "tmpfs", "-o", "size=8m", "none", "\(tree.root)/disk")
    defer { try? Command.run("umount", "\(tree.root)/disk") }
    let bench = KernelBench {
      PolledSource.storage(["/", "\(tree.root)/disk"], KernelTree(), loop: $0)
    }
    #expect(try bench.reports.next() == [.storage(.full)])
    try Command.run("mount", "-o", "remount,size=4g", "\(tree.root)/disk")
    try bench.look()
    #expect(try bench.reports.next() != [.storage(.full)])
    // A disk that is mounted read-only is not reported as full.
    try Command.run("mount", "-o", "remount,ro,size=8m", "\(tree.root)/disk")
    try bench.look()
    #expect(bench.reports.isEmpty)
  }
}
