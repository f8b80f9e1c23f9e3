import Descriptors
import Foundation
import Scheduling
import Testing

@testable import Launch

/// The names that a daemon gives to its units.
@Suite final class UnitNamesTests {
  private let directory: String

  init() throws { directory = try makeTemporaryDirectory() }

  deinit { try? FileManager.default.removeItem(atPath: directory) }

  private func names() throws -> UnitNames {
    UnitNames(root: "/user", slice: "rubato.slice", lock: try UnitNames.lock(nil))
  }

  @Test func oneDaemonGivesThem() throws {
    let path = "\(directory)/a/units.lock"
    do {
      let held = try UnitNames.lock(path)
      let isHeld = held.isHeld
      #expect(isHeld)
      let error = #expect(throws: LaunchError.self) { _ = try UnitNames.lock(path) }
      #expect(error.map { "\($0)" }?.contains(path) == true)
    }
    let isHeld = try UnitNames.lock(path).isHeld
    #expect(isHeld)
  }

  @Test func aRunHasItsNumberAndAConditionOneOfThisDaemon() throws {
    let names = try names()
    let run = names.unitName(for: LaunchOrder(.run(17), arguments: ["/bin/true"]))
    #expect(run.text == "rubato-run-17.service")
    let check = names.unitName(for: LaunchOrder(.check(3), arguments: ["/bin/true"]))
    #expect(check.text != "rubato-run-check-3.service")
    #expect(check.text.hasPrefix("rubato-run-check-"))
    #expect(UnitName(check.text) == check)
  }

  @Test func aUnitHasItsCgroupInTheSlice() throws {
    let run = try names().unitName(for: LaunchOrder(.run(17), arguments: ["/bin/true"]))
    #expect(
      try names().cgroup(of: run).path
        == "\(CgroupTree.hierarchy)/user/rubato.slice/rubato-run-17.service")
  }

  @Test(arguments: [
    ("system.slice", "system.slice/fstrim.service"), ("-.slice", "fstrim.service"),
    ("system-a.slice", "system.slice/system-a.slice/fstrim.service"),
  ])
  func anExistingUnitHasItsCgroupInItsOwnSlice(_ slice: String, _ path: String) throws {
    // The cgroup of the system's manager.
    let names = UnitNames(root: "/", slice: "rubato.slice", lock: try UnitNames.lock(nil))
    let cgroup = try #require(names.cgroup(ofUnit: "fstrim.service", inSlice: slice))
    #expect(CgroupTree.path(ofDirectory: cgroup.path) == path)
    #expect(CgroupTree.path(ofDirectory: names.sliceDirectory) == "rubato.slice")
    #expect(names.cgroup(ofUnit: "fstrim.service", inSlice: "") == nil)
  }

  @Test func aUnitThatHasEndedIsKnownForAMinute() {
    var ended = EndedUnits()
    ended.noteEnd(of: "system.slice/a.service", at: 0)
    ended.noteEnd(of: "system.slice/b.service", at: 30_000_000_000)
    #expect(
      ended.cgroups(at: 59_000_000_000).sorted()
        == ["system.slice/a.service", "system.slice/b.service"])
    #expect(ended.cgroups(at: 61_000_000_000) == ["system.slice/b.service"])
    #expect(ended.cgroups(at: 91_000_000_000).isEmpty)
  }

  @Test(arguments: [
    ("rubato.slice", "rubato.slice"),
    ("background-rubato.slice", "background.slice/background-rubato.slice"),
    ("a-b-c.slice", "a.slice/a-b.slice/a-b-c.slice"),
  ])
  func aSliceIsBelowItsParents(_ slice: String, _ path: String) {
    #expect(UnitNames.path(ofSlice: slice) == path)
  }

  @Test func aUserHasASliceForBackgroundWork() {
    let configuration = { (isOfUser: Bool) in
      UnitLauncher.Configuration(
        isOfUser: isOfUser, outputDirectory: "", stopReasonDirectory: "", environmentDirectory: "")
    }
    #expect(configuration(true).slice == "background-rubato.slice")
    #expect(configuration(false).slice == "rubato.slice")
  }

  /// A user's manager has the session's variables as they are at the start of a run.
  @Test func onlyAUsersManagerPassesItsVariablesOn() {
    let variables = ["WAYLAND_DISPLAY", "RUBATO_CHECKPOINT"]
    let system = UnitLauncher.unwantedVariables(variables, isOfUser: false)
    #expect(system.isSuperset(of: variables + ["HOME", "XDG_RUNTIME_DIR", "INVOCATION_ID"]))
    let user = UnitLauncher.unwantedVariables(variables, isOfUser: true)
    #expect(user.isSuperset(of: ["RUBATO_CHECKPOINT", "INVOCATION_ID", "NOTIFY_SOCKET"]))
    #expect(user.isDisjoint(with: ["WAYLAND_DISPLAY", "HOME", "PATH", "XDG_RUNTIME_DIR"]))
  }

  // MARK: Their output

  @Test func aRunThatWasAUnitIsKnownByItsNotes() throws {
    let place = "\(directory)/output"
    let output = try UnitOutput(directory: place, isOfUser: false, loop: EventLoop())
    #expect(!UnitLauncher.hasStarted(anyOf: [1, 2], outputDirectory: place))
    output.noteStart(UnitStart(invocation: "aa"), of: .run(2))
    #expect(UnitLauncher.hasStarted(anyOf: [1, 2], outputDirectory: place))
    #expect(!UnitLauncher.hasStarted(anyOf: [1], outputDirectory: place))
  }

  @Test func onlyAStartThatWasNotedIsItsOwn() throws {
    let output = try UnitOutput(
      directory: "\(directory)/output", isOfUser: false, loop: EventLoop())
    output.deleteEarlierOutput(of: .run(1))
    output.noteStart(UnitStart(invocation: "aa"), of: .run(1))
    #expect(output.hasNoted(invocation: "aa", of: .run(1)))
    #expect(!output.hasNoted(invocation: "bb", of: .run(1)))
    #expect(!output.hasNoted(invocation: "aa", of: .run(2)))
    #expect(!output.hasNoted(invocation: "aa", of: .check(1)))
    try output.forget(.run(1))
    #expect(!output.hasNoted(invocation: "aa", of: .run(1)))
  }
}
