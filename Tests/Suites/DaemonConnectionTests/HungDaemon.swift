import Foundation
import Synchronization
import UnixSockets

/// A daemon that accepts connections, and answers no call until `answer` is called.
final class HungDaemon: Sendable {
  private let listener: CInt
  private let state = Mutex<(calls: [String], waiting: [CInt], answers: Bool)>(([], [], false))

  /// The calls so far, as JSON.
  var calls: [String] { state.withLock(\.calls) }

  /// - Parameter path: The path of its socket.
  init(at path: String) throws {
    listener = try UnixSocket.listen(at: path)
    Thread.detachNewThread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { return }
        Thread.detachNewThread { [self] in serve(connection) }
      }
    }
  }

  /// Answers the calls that have arrived, and from then on each call.
  func answer() {
    let waiting = state.withLock { state in
      defer { (state.waiting, state.answers) = ([], true) }
      return state.waiting
    }
    waiting.forEach(Self.reply)
  }

  func stop() { shutdown(listener, CInt(SHUT_RDWR)) }

  /// Reads the calls of a connection. The connection stays open, since another thread may reply.
  private func serve(_ connection: CInt) {
    var call: [UInt8] = []
    var byte: UInt8 = 0
    while recv(connection, &byte, 1, 0) == 1 {
      guard byte == 0 else {
        call.append(byte)
        continue
      }
      let text = String(decoding: call, as: UTF8.self)
      call = []
      let answers = state.withLock { state in
        state.calls.append(text)
        if !state.answers { state.waiting.append(connection) }
        return state.answers
      }
      if answers { Self.reply(connection) }
    }
  }

  private static func reply(_ connection: CInt) {
    let bytes = Array(#"{"parameters":{"paths":[]}}"#.utf8) + [0]
    _ = send(connection, bytes, bytes.count, CInt(MSG_NOSIGNAL))
  }
}
