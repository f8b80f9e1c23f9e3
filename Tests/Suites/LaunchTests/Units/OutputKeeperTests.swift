import Foundation
import Scheduling
import Testing

@testable import Launch

/// The output of a unit whose user is not allowed to read the journal.
@Suite final class OutputKeeperTests {
  private let directory: String
  private let store: OutputStore

  init() throws {
    directory = try makeTemporaryDirectory()
    store = try OutputStore(directory: "\(directory)/output")
  }

  deinit { removeTree(directory) }

  private func keeper(limitBytes: Int64 = 1 << 20) -> OutputKeeper {
    OutputKeeper(program: supervisorPath, directory: store.directory, limitBytes: limitBytes)
  }

  /// Runs a shell script as a unit would, and returns its exit status after its output was stored.
  private func run(_ script: String, step: Int = 0, limitBytes: Int64 = 1 << 20) throws -> Int32 {
    var order = LaunchOrder(.run(7), arguments: ["/bin/sh", "-c", script])
    order.step = step
    let kept = keeper(limitBytes: limitBytes).wrapping(order, after: store.tail(of: order.id))
    let lifeline = Lifeline(in: directory, name: "lifeline-\(nextNumber())")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The keeper also holds the lifeline, so it has ended when the lifeline ends.
    process.arguments = ["-c", "exec 3>\"$0\"; exec \"$@\"", lifeline.path] + kept.arguments
    try process.run()
    process.waitUntilExit()
    try #require(lifeline.waitForEnd())
    return process.terminationReason == .exit
      ? process.terminationStatus : -process.terminationStatus
  }

  private func output() throws -> String {
    let output = try store.read(of: .run(7), from: nil, limitBytes: 1 << 20)
    return String(decoding: output.bytes, as: UTF8.self)
  }

  @Test func keepsBothStreamsAndLeavesTheExitToTheCommand() throws {
    #expect(try run("echo one; echo two >&2; exit 7") == 7)
    #expect(try output() == "one\ntwo\n")
    // SIGTERM would not do, since another test of this process may have blocked it.
    #expect(try run("kill -KILL $$") == -9)
  }

  @Test func continuesAfterAnEarlierStep() throws {
    #expect(try run("echo first") == 0)
    #expect(try run("echo second", step: 1) == 0)
    #expect(try output() == "first\nsecond\n")
  }

  @Test func keepsTheNewestOutputOnly() throws {
    #expect(try run("seq 1 100000", limitBytes: 4096) == 0)
    #expect(store.bytes(of: .run(7)) <= 4096)
    #expect(try output().hasSuffix("\n100000\n"))
  }

  /// A shell that waits for all of its children must not have an additional one.
  @Test func isNoChildOfTheCommand() throws {
    #expect(try run("wait; echo $?; cat /proc/$$/task/$$/children") == 0)
    #expect(try output().split(separator: "\n").first == "0")
  }

  @Test func saysWhyAProgramCannotBeExecuted() throws {
    var order = LaunchOrder(.run(7), arguments: ["\(directory)/nothing"])
    order = keeper().wrapping(order, after: store.tail(of: order.id))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: order.arguments[0])
    process.arguments = Array(order.arguments.dropFirst())
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 203)
  }

  @Test func namesTheRunAndThePlaceInItsOutput() {
    let order = LaunchOrder(.run(7), arguments: ["/bin/true", "x"])
    let tail = OutputStore.Tail(end: 30, newestFile: 20, olderFile: 10)
    let wrapped = OutputKeeper(program: "/keep", directory: "/out", limitBytes: 99)
      .wrapping(order, after: tail)
    #expect(
      wrapped.arguments
        == ["/keep", "--keep", "/out", "7", "99", "30", "20", "10", "/bin/true", "x"])
    #expect(wrapped.id == order.id)
  }
}
