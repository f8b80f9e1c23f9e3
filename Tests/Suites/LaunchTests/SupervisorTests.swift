import CLinux
import ChildProcesses
import Dispatch
import Glibc
import Scheduling
import Testing

@testable import Launch

extension LauncherTests {
  /// The supervisor on its own.
  @Suite struct Supervisors {
    @Test func startedByHandItSaysThatItIsNotMeantToBe() throws {
      let pid = rubato_spawn(supervisorPath, "1", [], 0)
      #expect(WaitStatus(ofChild: pid).exitCode == 2)
    }

    @Test func aPlanOfAnotherVersionIsRefused() throws {
      var plan = rubato_plan()
      plan.version = UInt32(RUBATO_SUPERVISE_VERSION) + 1
      plan.argument_count = 1
      let report = try superviseReport(of: withUnsafeBytes(of: plan) { [UInt8]($0) } + [0, 0])
      #expect(Int(report.kind) == RUBATO_REPORT_FAILED)
      #expect(Int(report.stage) == RUBATO_STAGE_VERSION)
    }

    @Test(arguments: [0, 1, 70])
    func aPlanThatIsCutOffIsRefused(_ length: Int) throws {
      let order = LaunchOrder(.run(1), arguments: ["/bin/true"])
      let plan = SupervisePlan(
        order: order, hasCgroup: false, outputLimitBytes: 1000, stopReasonPath: "/none")
      let report = try superviseReport(of: [UInt8](plan.encoded().prefix(length)))
      #expect(Int(report.kind) == RUBATO_REPORT_FAILED)
    }

    @Test func aLargeEnvironmentArrives() throws {
      let harness = try LauncherHarness(.children)
      var order = harness.order(shell: "env | wc -c")
      for number in 0..<10 {
        order.environment["PART\(number)"] = String(repeating: "x", count: 100_000)
      }
      #expect(try harness.finish(order).processExit.exit == 0)
      #expect(Int(harness.output().dropLast()) ?? 0 > 1_000_000)
    }
  }
}

/// Returns the last report of a supervisor that is started with these bytes as its plan.
func superviseReport(of plan: [UInt8], outputDirectory: String? = nil) throws -> rubato_report {
  let planFile = OwnedDescriptor(rubato_memory_file(plan, Int64(plan.count)))
  let output =
    outputDirectory.flatMap { OwnedDescriptor.open($0, O_RDONLY | O_DIRECTORY) }
    ?? OwnedDescriptor(-1)
  var pair: [Int32] = [-1, -1]
  rubato_message_pair(&pair)
  let ours = OwnedDescriptor(pair[0])
  let theirs = OwnedDescriptor(pair[1])
  let pid = rubato_spawn(supervisorPath, "1", [theirs.raw, planFile.raw, output.raw], 3)
  #expect(waitpid(pid, nil, 0) == pid)
  var report = rubato_report()
  let size = MemoryLayout.size(ofValue: report)
  while recv(ours.raw, &report, size, Int32(MSG_DONTWAIT)) == size {}
  try #require(report.kind != 0)
  return report
}
