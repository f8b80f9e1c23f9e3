import Bus
import Scheduling

/// One reading of logind's state: several calls, answered independently. It exists until the last answer has
/// arrived.
final class LoginQuery {
  private let service: BusService
  private let timeoutSeconds: Double?
  private let done: (LoginReading?) -> Void
  private var reading = LoginReading()
  private var isComplete = true
  private var pendingCallCount = 0

  private init(
    _ service: BusService, timeoutSeconds: Double?, done: @escaping (LoginReading?) -> Void
  ) {
    self.service = service
    self.timeoutSeconds = timeoutSeconds
    self.done = done
  }

  /// Reads the properties of the manager and of all sessions.
  /// - Parameter done: Called once, with `nil` if logind does not answer; never from within this call.
  static func run(
    _ service: BusService, timeoutSeconds: Double?, done: @escaping (LoginReading?) -> Void
  ) {
    let query = LoginQuery(service, timeoutSeconds: timeoutSeconds, done: done)
    query.readAll(of: Logind.path, interface: Logind.manager) {
      query.reading.copyValues(ofManager: $0)
    }
    query.listSessions()
  }

  /// Queries the list of sessions, and reads each of them. A session's path is the last member of its entry.
  private func listSessions() {
    call("ListSessions", path: Logind.path, interface: Logind.manager) { [self] values in
      for session in values.first?.elements ?? [] {
        if let path = session.elements.last?.text { read(session: path) }
      }
    }
  }

  /// Reads the properties of a session into the result. The session may end between the list and the reading: the
  /// result then has the other sessions only.
  private func read(session path: String) {
    readAll(of: path, interface: Logind.session, sessionMayHaveEnded: true) { [self] properties in
      reading.sessions.append(LoginSession(properties))
    }
  }

  /// Reads all properties of an object. `onProperties` receives them, and is not called after an error.
  private func readAll(
    of path: String, interface: String, sessionMayHaveEnded: Bool = false,
    onProperties: @escaping ([String: BusValue]) -> Void
  ) {
    call(
      "GetAll", path: path, interface: BusService.properties, arguments: [.string(interface)],
      sessionMayHaveEnded: sessionMayHaveEnded
    ) { values in
      onProperties(values.first?.dictionary ?? [:])
    }
  }

  /// Sends one of the calls, and ends the reading after the last answer. `onValues` is not called after an error.
  /// - Parameter sessionMayHaveEnded: Whether the object is a session, which may have ended before the call: an error
  ///   in logind's answer then leaves the reading complete. Without an answer, the reading is incomplete.
  private func call(
    _ member: String, path: String, interface: String, arguments: [BusValue] = [],
    sessionMayHaveEnded: Bool = false, onValues: @escaping ([BusValue]) -> Void
  ) {
    pendingCallCount += 1
    service.call(
      member, path: path, interface: interface, arguments: arguments,
      timeoutSeconds: timeoutSeconds
    ) { [self] result in
      // Before the count falls, since `onValues` can send further calls.
      switch result {
      case .success(let values): onValues(values)
      case .failure(let error):
        // logind answers, but does not know the session any more.
        let hasSessionEnded = sessionMayHaveEnded && !error.isUncertain
        if !hasSessionEnded { isComplete = false }
      }
      pendingCallCount -= 1
      if pendingCallCount == 0 { done(isComplete ? reading : nil) }
    }
  }
}
