import Control
import Foundation
import Recording
import Scheduling
import Stepping
import Synchronization
import Testing

@testable import Daemon

/// A replay of a daemon's recording makes the same decisions.
struct DaemonRecordingTests {
  private func replay(_ path: String) throws -> Replay {
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    var reader = try RecordingReader(bytes, file: path)
    return try Replay(&reader)
  }

  @Test func aCommitThatFailedIsUndoneInTheReplayToo() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/recording.jsonl"
    let recorder = try Recorder(path, limit: 1 << 20, settings: Settings()) { _ in }
    let harness = try EngineHarness(observer: RecordingObserver(recorder))
    _ = harness.submit("first")
    _ = harness.launcher.next()
    harness.store.isFull.withLock { $0 = true }
    _ = harness.submit("second")
    harness.engine.post(.runEnded(1, ProcessExit(exit: 0)))
    harness.settle()
    harness.store.isFull.withLock { $0 = false }
    _ = harness.submit("third")
    harness.settle()
    let replay = try replay(path)
    #expect(replay.failedCommits > 0 && replay.differing == 0, "\(replay.differences)")
    #expect(replay.events >= 4)
  }

  @Test func aDayWithACrashInItIsDecidedTheSameAgain() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/recording.jsonl"
    var daemon = try DaemonProcess(
      directory, ["--start", "2026-03-02 05:30", "--record", path])
    _ = try daemon.call(SetDevice(values: ["power": "battery", "battery": "70"]))
    for (id, kind) in [("mail", "refresh"), ("index", "maintenance"), ("sync", "utility")] {
      var submit = Submit(id: id, command: .test(["/bin/true", "--password=sesame"]))
      submit.kind = kind
      submit.every = kind == "refresh" ? 7200 : nil
      _ = try daemon.call(submit)
    }
    _ = try Rubatoctl.run(["clock", "advance", "10h"], by: daemon)
    daemon.end()
    daemon = try DaemonProcess(directory, ["--record", path])
    _ = try daemon.call(SetDevice(values: ["power": "ac"]))
    _ = try Rubatoctl.run(["clock", "advance", "10h"], by: daemon)
    daemon.end()
    let said = try Rubatoctl.run(["replay", path])
    #expect(said.code == 0 && said.output.contains(", 2 starts of the daemon: 0 different"))
    let replay = try replay(path)
    #expect(replay.differing == 0 && replay.decisions > 20)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("sesame") && !text.contains("/bin/true"))
  }

  @Test func aFileThatIsNoRecordingKeepsItFromStarting() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/precious"
    try Data("precious\n".utf8).write(to: URL(fileURLWithPath: path))
    let daemon = try DaemonProcess(unready: directory, ["--record", path])
    #expect(!daemon.waitUntilReady())
    #expect(daemon.remainingErrors().contains("exists and is not a recording; remove it, or use"))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious\n")
  }

  @Test func anotherPolicyIsComparedWithoutADaemon() throws {
    let directory = try TemporaryDirectory()
    let path = "\(directory.path)/recording.jsonl"
    let daemon = try DaemonProcess(directory, ["--record", path])
    _ = try daemon.call(SetDevice(values: ["power": "battery", "battery": "70"]))
    _ = try daemon.call(Submit(id: "index", command: .test(["/bin/true"])))
    _ = try Rubatoctl.run(["clock", "advance", "5h"], by: daemon)
    daemon.end()
    let policy = "\(directory.path)/policy.yaml"
    try Data("maintenance.runs-on-battery: yes\n".utf8).write(to: URL(fileURLWithPath: policy))
    let said = try Rubatoctl.run(["replay", path, "--policy", policy])
    #expect(said.code == 0 && said.output.contains("0 → 1"), "\(said)")
    #expect(said.output.contains("only now") && said.output.contains("Runs are modelled"))
  }
}
