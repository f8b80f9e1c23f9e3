import Control
import Dispatch
import Foundation
import Scheduling
import Synchronization
import VarlinkServer

@testable import Daemon

/// A watcher that notes its notices, and reads only when the test allows it.
final class NotingWatcher: Watching {
  private struct State {
    var told: [NoticeInfo] = []
    var isBehind = false
    var waiting: [@Sendable () -> Void] = []
  }

  private struct Frame: Decodable {
    var parameters: Watch.Reply
  }

  private let state = Mutex(State())
  private let arrivals = DispatchSemaphore(value: 0)

  var isAbandoned: Bool { false }
  var isBehind: Bool { state.withLock(\.isBehind) }

  func replyContinuing(_ reply: EncodedReply) {
    guard let frame = try? JSONDecoder().decode(Frame.self, from: Data(reply.frame.dropLast()))
    else { return }
    state.withLock { $0.told.append(frame.parameters.notice) }
    arrivals.signal()
  }

  func whenRead(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.waiting.append(body) }
  }

  func onDisconnect(_ body: @escaping @Sendable () -> Void) {}

  func stopReading() {
    state.withLock { $0.isBehind = true }
  }

  func readAll() {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      state.isBehind = false
      return state.waiting
    }
    for body in waiting { body() }
  }

  /// Returns and removes the notices so far.
  func take() -> [NoticeInfo] {
    state.withLock { state in
      defer { state.told = [] }
      return state.told
    }
  }

  /// Returns and removes the notices of waiting requests, by id.
  func takeWaiting() -> [String] {
    take().filter { $0.event == "waiting" }.compactMap(\.id)
  }

  /// Whether another notice arrives within a minute.
  func hears() -> Bool {
    arrivals.wait(timeout: .now() + .seconds(60)) == .success
  }
}

extension Scope {
  /// Returns the scope of the user's own requests.
  static func own(_ uid: UInt32) throws(Refusal) -> Scope {
    try Scope(caller(uid), owner: nil, allUsers: false)
  }

  static func all() throws(Refusal) -> Scope {
    try Scope(caller(0), owner: nil, allUsers: true)
  }

  private static func caller(_ uid: UInt32) -> Caller {
    Caller(Peer(uid: uid, gid: uid, pid: 1, groups: []), group: nil)
  }
}
