import Glibc
import Scheduling
import Testing

@testable import Launch

extension LauncherTests {
  /// A run of several commands, each launched when the one before has ended.
  @Suite struct Steps {
    @Test(arguments: LauncherKind.available)
    func theOutputOfAStepFollowsThatOfTheOneBefore(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      var bytes: Int64 = 0
      for step in 0..<3 {
        var order = harness.order(shell: "echo step $RUBATO_STEP of run $RUBATO_RUN")
        order.step = step
        bytes = try harness.finish(order).outputBytes
      }
      let run = harness.number(1)
      let expected = (1...3).map { "step \($0) of run \(run)\n" }.joined()
      #expect(harness.output() == expected)
      // Output in the journal is not counted.
      if kind != .units { #expect(bytes == expected.utf8.count) }
    }

    @Test(arguments: LauncherKind.direct)
    func theFirstStepForgetsWhatAnEarlierRunOfItsNumberWrote(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      _ = try harness.finish(shell: "echo one")
      _ = try harness.finish(shell: "echo two")
      #expect(harness.output() == "two\n")
    }

    @Test func manySmallStepsKeepTheNewestHalf() throws {
      let harness = try LauncherHarness(.children, outputLimitBytes: 64)
      for step in 0..<20 {
        var order = harness.order(shell: "echo this is step \(step)")
        order.step = step
        _ = try harness.finish(order)
        let kept = try harness.launcher.readOutput(of: .run(1), from: nil, limitBytes: 1000)
        #expect(kept.start + Int64(kept.bytes.count) == kept.end)
        #expect(kept.bytes.count <= 64)
        #expect(kept.bytes.count >= min(32, Int(kept.end)))
        #expect(String(decoding: kept.bytes, as: UTF8.self).hasSuffix("this is step \(step)\n"))
      }
      #expect(SmallFile.names(in: harness.directory + "/output/1").count == 2)
    }

    @Test func aStepAfterALossGoesOnInAFileOfItsOwn() throws {
      let harness = try LauncherHarness(.children)
      _ = try harness.finish(shell: "echo one")
      let tail = try #require(harness.direct).outputs.tail(of: .run(1))
      #expect(tail == .init(end: 4, newestFile: 0, olderFile: nil))
      // The file was truncated after the plan was made.
      let plan = SupervisePlan(
        order: harness.order(shell: "echo two"), hasCgroup: false, outputLimitBytes: 1000,
        outputTail: .init(end: 9, newestFile: 0, olderFile: nil), stopReasonPath: "/none")
      _ = try superviseReport(of: plan.encoded(), outputDirectory: harness.directory + "/output")
      #expect(SmallFile.names(in: harness.directory + "/output/1") == ["0", "9"])
      #expect(SmallFile.read(harness.directory + "/output/1/9") == "two\n")
    }
  }
}
