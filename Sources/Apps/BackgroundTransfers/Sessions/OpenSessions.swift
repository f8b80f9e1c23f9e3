import BackgroundTasks
import Foundation
import Synchronization

/// The sessions of this process, by their identifiers.
final class OpenSessions: Sendable {
  private struct State {
    var isRegistered = false
    var sessions: [String: URLSession] = [:]
    /// The sessions for which the app was woken, and which have not yet reported all events.
    var woken: Set<String> = []
  }

  static let ofThisProcess = OpenSessions(OwnProcess.current, .ofThisProcess)

  let process: any TransferringProcess
  let place: TransferPlace
  private let state = Mutex(State())

  init(_ process: any TransferringProcess, _ place: TransferPlace) {
    (self.process, self.place) = (process, place)
  }

  /// Adds a session. Returns `false` if a session with its identifier exists. The first call also registers for the
  /// daemon's events.
  func add(_ session: URLSession) -> Bool {
    let (isAdded, needsRegistration) = state.withLock { state in
      guard state.sessions[session.identifier] == nil else { return (false, false) }
      state.sessions[session.identifier] = session
      let needsRegistration = !state.isRegistered
      state.isRegistered = true
      return (true, needsRegistration)
    }
    if needsRegistration {
      registerForEvents()
      // A different directory explains why the app finds no transfers after a wake.
      compareStateHomes()
    }
    return isAdded
  }

  /// Removes a session, so that its identifier is free. A second session with the identifier does not remove the first.
  func remove(_ session: URLSession) {
    state.withLock { state in
      if state.sessions[session.identifier] === session {
        state.sessions[session.identifier] = nil
      }
    }
  }

  /// Logs once if a process that the daemon starts would look for transfers in another directory than this process.
  private func compareStateHomes() {
    DispatchQueue.global().async { [self] in
      if let difference = differenceFromDaemon() { Log.write(difference) }
    }
  }

  /// Returns a message if a process that the daemon starts would look for transfers in another directory than this
  /// process; `nil` if it would not, or the daemon starts none.
  func differenceFromDaemon() -> String? {
    // Without a daemon there are no transfers.
    guard let started = try? process.startedProcess() else { return nil }
    return place.differenceFromDaemon(stateHome: started.stateHome)
  }

  /// Registers for events. A session that the app was woken for is marked as woken and checked; all sessions are
  /// checked when a transfer may have ended.
  private func registerForEvents() {
    process.followSessions { [self] name in
      let session = state.withLock { state in
        state.woken.insert(name)
        return state.sessions[name]
      }
      session?.checkTransfers()
    }
    process.followEnds { [self] in
      let sessions = state.withLock { Array($0.sessions.values) }
      for session in sessions { session.checkTransfers() }
    }
  }

  /// Returns whether the app was woken for a session, once per wake.
  func consumeWake(_ identifier: String) -> Bool {
    state.withLock { $0.woken.remove(identifier) != nil }
  }
}
