import Control
import Foundation
import Synchronization
import Testing
import UnixSockets
import Varlink

@testable import DaemonConnection

/// Calls of an app to a server that a test plays.
@Suite struct CallConnectionTests {
  /// Listens at `path`, accepts one connection, and sends `frames` after the first call. Returns the call.
  private func serve(_ frames: [String], at path: String) throws -> @Sendable () -> String {
    let listener = try UnixSocket.listen(at: path)
    return {
      let connection = accept(listener, nil, nil)
      defer {
        close(connection)
        close(listener)
      }
      var call: [UInt8] = []
      var byte: UInt8 = 0
      while recv(connection, &byte, 1, 0) == 1, byte != 0 { call.append(byte) }
      for frame in frames {
        let bytes = Array(frame.utf8) + [0]
        _ = send(connection, bytes, bytes.count, CInt(MSG_NOSIGNAL))
      }
      return String(decoding: call, as: UTF8.self)
    }
  }

  @Test func allRepliesToACallAreReceived() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.appending(path: "socket").path
    let answer = try serve(
      [
        #"{"parameters":{"paths":["/a","/b"]},"continues":true}"#,
        #"{"parameters":{"paths":["/c"]}}"#,
      ], at: path)
    let call = Mutex("")
    let hasAnswered = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let received = answer()
      call.withLock { $0 = received }
      hasAnswered.signal()
    }
    var paths: [String] = []
    try CallConnection(to: path, timeout: .seconds(60)).receiveReplies(to: ObservePaths()) {
      paths += $0.paths
    }
    hasAnswered.wait()
    #expect(paths == ["/a", "/b", "/c"])
    #expect(call.withLock(\.self).contains(#""more":true"#))
  }

  /// Otherwise a daemon that hangs would delay each call of an app by the whole time-out.
  @Test func afterATimeoutCallsFailUntilTheDaemonAnswers() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: directory) }
    let path = directory.appending(path: "socket").path
    let daemon = try HungDaemon(at: path)
    defer { daemon.stop() }
    let connection = CallConnection(to: path, timeout: .milliseconds(100))
    for _ in 1...3 {
      #expect(throws: ClientError.self) { try connection.reply(to: ObservePaths()) }
    }
    #expect(daemon.calls.filter { $0.contains(ObservePaths.fullName) }.count <= 1)
    daemon.answer()
    let minute = ContinuousClock.now + .seconds(60)
    while ContinuousClock.now < minute {
      if let reply = try? connection.reply(to: ObservePaths()) {
        #expect(reply.paths == [])
        return
      }
      sched_yield()
    }
    Issue.record("a minute went by; calls fail although the daemon answers")
  }
}
