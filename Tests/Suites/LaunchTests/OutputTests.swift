import Descriptors
import Dispatch
import Glibc
import Scheduling
import Testing

@testable import Launch

extension LauncherTests {
  @Suite struct Outputs {
    @Test(arguments: LauncherKind.available)
    func bothStreamsAreKeptInTheOrderOfWriting(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let end = try harness.finish(shell: "echo one; echo two >&2; printf three")
      #expect(harness.output() == "one\ntwo\nthree")
      // Output in the journal is not counted.
      if kind != .units { #expect(end.outputBytes == 13) }
    }

    @Test(arguments: LauncherKind.available)
    func whoFollowsARunHearsOfAllThatItWrites(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      let news = DispatchSemaphore(value: 0)
      let number = harness.number(1)
      harness.loop.sync {
        harness.launcher.followOutput(of: [number]) { run in
          if run == number { news.signal() }
        }
      }
      let fifo = "\(harness.directory)/fifo"
      try #require(mkfifo(fifo, 0o600) == 0)
      try harness.launch(shell: "echo one; read line <\(fifo); echo two")
      var text = ""
      while text != "one\ntwo\n" {
        try #require(news.wait(timeout: .now() + .seconds(60)) == .success, "\(text)")
        let now = harness.loop.sync { harness.output() }
        if text.isEmpty, now == "one\n" {
          close(open(fifo, O_WRONLY))
        }
        text = now
      }
      try harness.inbox.waitForEnd()
      harness.loop.sync { harness.launcher.followOutput(of: []) { _ in } }
    }

    @Test func aRunThatCouldNotBeWatchedIsWatchedByTheNextCall() throws {
      let directory = try makeTemporaryDirectory()
      defer { removeTree(directory) }
      let loop = EventLoop(name: "follower")
      let news = DispatchSemaphore(value: 0)
      let outputs = "\(directory)/output"
      let follower = loop.sync { OutputFollower(directory: outputs, loop: loop) }
      loop.sync { follower.follow([7]) { _ in news.signal() } }
      try #require(mkdir(outputs, 0o700) == 0 && mkdir("\(outputs)/7", 0o700) == 0)
      loop.sync { follower.follow([7]) { _ in news.signal() } }
      close(open("\(outputs)/7/part", O_CREAT | O_WRONLY | O_CLOEXEC, 0o600))
      #expect(news.wait(timeout: .now() + .seconds(60)) == .success)
      loop.sync { follower.follow([]) { _ in } }
    }

    @Test(arguments: LauncherKind.direct)
    func aHundredMegabytesAreBoundedAndTheNewestIsKept(_ kind: LauncherKind) throws {
      let limit: Int64 = 1 << 20
      let harness = try LauncherHarness(kind, outputLimitBytes: limit)
      let end = try harness.finish(shell: "yes | head -c 100000000; echo the end")
      let kept = try harness.launcher.readOutput(of: .run(1), from: nil, limitBytes: 1 << 24)
      #expect(end.outputBytes == 100_000_008)
      #expect(kept.end == end.outputBytes)
      #expect(Int64(kept.bytes.count) <= limit)
      #expect(Int64(kept.bytes.count) >= limit / 2)
      #expect(kept.start + Int64(kept.bytes.count) == kept.end)
      #expect(String(decoding: kept.bytes.suffix(8), as: UTF8.self) == "the end\n")
    }

    @Test func aPieceIsReadFromAnyOffset() throws {
      let harness = try LauncherHarness(.children, outputLimitBytes: 16)
      _ = try harness.finish(shell: "printf 0123456789abcdefghijklmnopqrstuvwxyz")
      let read = { (offset: Int64?, limit: Int) in
        let output = try harness.launcher.readOutput(of: .run(1), from: offset, limitBytes: limit)
        return "\(output.start) \(String(decoding: output.bytes, as: UTF8.self)) \(output.end)"
      }
      #expect(try read(nil, 4) == "32 wxyz 36")
      #expect(try read(0, 100) == "24 opqrstuvwxyz 36")
      #expect(try read(30, 3) == "30 uvw 36")
      #expect(try read(36, 10) == "36  36")
      #expect(try read(99, 10) == "36  36")
    }

    @Test(arguments: LauncherKind.available)
    func theNewestOutputIsReadWithoutTheOlder(_ kind: LauncherKind) throws {
      let harness = try LauncherHarness(kind)
      _ = try harness.finish(shell: "seq 1000")
      let id = LaunchID.run(harness.number(1))
      let read = { (limit: Int) throws -> NewestOutput in
        try harness.loop.sync {
          try harness.launcher.readNewestOutput(of: id, limitBytes: limit)
        }
      }
      let end = try read(9)
      #expect(String(decoding: end.bytes, as: UTF8.self) == "999\n1000\n" && !end.isWhole)
      let all = try read(3893)
      #expect(all.isWhole && all.bytes.count == 3893)
      let most = try read(3892)
      #expect(!most.isWhole && most.bytes.first == UInt8(ascii: "\n"))
    }

    @Test func outputOfARunThatSaidNothingIsEmpty() throws {
      let harness = try LauncherHarness(.children)
      _ = try harness.finish(shell: "exit 0")
      #expect(harness.output() == "")
      #expect(SmallFile.names(in: harness.directory + "/output") == [])
    }

    @Test func forgottenOutputIsGone() throws {
      let harness = try LauncherHarness(.children)
      _ = try harness.finish(shell: "echo one")
      let outputs = try #require(harness.direct).outputs
      #expect(outputs.runs() == [1])
      try harness.launcher.forgetOutput(of: .run(1))
      try harness.launcher.forgetOutput(of: .run(1))
      #expect(outputs.runs() == [])
    }

    @Test func outputOfALivingRunCanBeRead() throws {
      let harness = try LauncherHarness(.children)
      let lifeline = Lifeline(in: harness.directory)
      // The second line does not fit into the pipe before the supervisor has read the first.
      try harness.launch(shell: "yes | head -c 200000; echo ready >lifeline; exec sleep 1000")
      #expect(lifeline.waitForLine() == "ready")
      #expect(harness.output().count >= 65_536)
      harness.kill()
      try harness.inbox.waitForEnd()
    }

    @Test func whatCannotBeStoredIsCountedAndDoesNotStopTheCommand() throws {
      let harness = try LauncherHarness(.children)
      // A file in place of the directory, which the removal of an output cannot delete.
      close(open(harness.directory + "/output/1", O_CREAT | O_WRONLY, 0o600))
      let end = try harness.finish(LaunchOrder(.run(1), arguments: ["/bin/echo", "hello"]))
      #expect(end.processExit.exit == 0)
      #expect(end.lostOutputBytes == 6)
    }
  }
}
