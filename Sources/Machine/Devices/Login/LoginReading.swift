import Scheduling

/// The user's state according to logind, at one moment.
struct LoginReading: Hashable, Sendable {
  var sessions: [LoginSession] = []
  /// The inhibited operations, in logind's notation: `sleep:idle`.
  var blockInhibited = ""
  /// Whether the lid is closed; false without a lid.
  var lidIsClosed = false
  /// Whether the machine is in a dock or has another screen.
  var isDocked = false
  /// Time without use after which a text console is idle.
  var idleActionMicroseconds: UInt64 = 30 * 60 * 1_000_000

  init() {}

  /// The polling interval for values without events, while a request waits for them.
  static let pollMicroseconds: UInt64 = 30_000_000
}

extension LoginReading {
  /// Whether a closed lid hides the only screen.
  var isShut: Bool { lidIsClosed && !isDocked }

  /// Whether a video player, a presentation or the like keeps the device from becoming idle.
  var isKeptAwake: Bool {
    blockInhibited.split(separator: ":").contains("idle")
  }

  /// Returns the known values of the user and the screen.
  ///
  /// - Parameter now: In microseconds of CLOCK_MONOTONIC.
  func values(at now: UInt64) -> [DeviceValue] {
    if isShut { return [.idle(true), .screen(isOn: false)] }
    return isIdle(at: now).map { [.idle($0)] } ?? []
  }

  /// Whether no user is present in any session, and no program keeps the device from becoming idle; `nil` if that is
  /// unknown, because a desktop reports no idleness.
  private func isIdle(at now: UInt64) -> Bool? {
    let presences = sessions.map { $0.presence(at: now) }
    if isKeptAwake || presences.contains(.present) { return false }
    return presences.contains(.unknown) ? nil : true
  }

  /// Returns the time in microseconds after which a value without a signal may have changed; `nil` if never.
  ///
  /// - Parameters:
  ///   - now: In microseconds of CLOCK_MONOTONIC.
  ///   - isLidReported: Whether another service reports movements of the lid.
  ///   - pollMicroseconds: The least returned time.
  func microsecondsToNextReading(
    after now: UInt64, isLidReported: Bool,
    pollMicroseconds: UInt64 = LoginReading.pollMicroseconds
  ) -> UInt64? {
    var changes = sessions.compactMap {
      $0.unannouncedChange(after: now, idleActionMicroseconds: idleActionMicroseconds)
    }
    // 0 is in the past: the lid and the dock can change at any time.
    if mayShutChange(at: now, isLidReported: isLidReported) { changes.append(0) }
    guard let nextChange = changes.min() else { return nil }
    let earliestReading = now + pollMicroseconds
    return max(nextChange, earliestReading) - now
  }

  /// Whether `isShut` may change without a signal, in a way that changes the values.
  private func mayShutChange(at now: UInt64, isLidReported: Bool) -> Bool {
    // A machine with a closed lid may be docked or undocked, which is not reported.
    if lidIsClosed { return true }
    // An open lid does not matter while the user is absent: all other ends of idleness are reported.
    let isUserAbsent = isIdle(at: now) == true
    return !isUserAbsent && !isLidReported
  }
}
