import ChildProcesses
import Glibc
import Testing

/// The ends of children of this process.
struct WaitStatusTests {
  private func end(of script: String) throws -> WaitStatus {
    WaitStatus(ofChild: try start(script))
  }

  private func start(_ script: String) throws -> pid_t {
    let texts: [String] = ["/bin/sh", "-c", script]
    var words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) }
    defer { for word in words { free(word) } }
    words.append(nil)
    var variables: [UnsafeMutablePointer<CChar>?] = [nil]
    var child: pid_t = 0
    let error = posix_spawn(&child, "/bin/sh", nil, nil, &words, &variables)
    try #require(error == 0)
    return child
  }

  @Test(arguments: [0, 3, 255] as [Int32])
  func anExitHasItsCode(code: Int32) throws {
    let status = try end(of: "exit \(code)")
    #expect(status.exitCode == code && status.shellCode == code)
    #expect(status.signalNumber == nil && !status.dumpedCore)
  }

  @Test func aKillHasItsSignal() throws {
    let status = try end(of: "kill -KILL $$")
    #expect(status.signalNumber == SIGKILL && status.shellCode == 128 + SIGKILL)
    #expect(status.exitCode == nil && !status.dumpedCore)
  }

  @Test func aCoreDumpIsABitBesideTheSignal() {
    let status = WaitStatus(bits: 0x80 | SIGSEGV)
    #expect(status.signalNumber == SIGSEGV && status.dumpedCore)
  }

  /// As with an ignored SIGCHLD: the kernel then keeps no exit status of a child.
  @Test func anEndThatIsNotKnownIsNoSuccess() throws {
    let child = try start("exit 0")
    #expect(WaitStatus(ofChild: child).exitCode == 0)
    let again = WaitStatus(ofChild: child)
    #expect(again.exitCode == nil && again.signalNumber == nil)
    #expect(again.shellCode != 0)
  }
}
