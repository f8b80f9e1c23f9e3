import Scheduling

/// Everything that logind says about the user, at one moment.
struct LoginReading: Hashable, Sendable {
  var sessions: [LoginSession] = []
  /// What is kept from happening, as logind writes it: `sleep:idle`.
  var blockInhibited = ""
  /// False also without a lid.
  var lidIsClosed = false
  /// Whether the machine is in a dock or has another screen.
  var isDocked = false
  /// After how long without use a text console is idle.
  var idleActionMicroseconds: UInt64 = 30 * 60 * 1_000_000

  init() {}

  /// What has no event is read again after so long, while somebody waits for it.
  static let pollMicroseconds: UInt64 = 30_000_000
}

extension LoginReading {
  /// A closed lid hides the only screen.
  var isShut: Bool { lidIsClosed && !isDocked }

  /// Whether a video player, a presentation or the like keeps the device from becoming idle.
  var isKeptAwake: Bool {
    blockInhibited.split(separator: ":").contains("idle")
  }

  /// What is known of the user and the screen.
  ///
  /// - Parameter now: in microseconds of CLOCK_MONOTONIC.
  func values(at now: UInt64) -> [DeviceValue] {
    if isShut { return [.idle(true), .screen(isOn: false)] }
    return isIdle(at: now).map { [.idle($0)] } ?? []
  }

  private func isIdle(at now: UInt64) -> Bool? {
    let presences = sessions.map { $0.presence(at: now) }
    if isKeptAwake || presences.contains(.somebody) { return false }
    return presences.contains(.untold) ? nil : true
  }

  /// After how many microseconds another reading may tell something else of which there is no
  /// signal; nil for never.
  ///
  /// - Parameters:
  ///   - now: in microseconds of CLOCK_MONOTONIC.
  ///   - lidIsHeard: whether another service tells when the lid is moved.
  ///   - pollMicroseconds: the least.
  func nextReading(
    after now: UInt64, lidIsHeard: Bool,
    pollMicroseconds: UInt64 = LoginReading.pollMicroseconds
  ) -> UInt64? {
    var changes = sessions.compactMap {
      $0.unannouncedChange(after: now, idleActionMicroseconds: idleActionMicroseconds)
    }
    if lidMatters(at: now), !lidIsHeard || lidIsClosed { changes.append(0) }
    guard let next = changes.min() else { return nil }
    return max(next, now + pollMicroseconds) - now
  }

  // An open lid changes nothing where nobody is, and all else that ends a rest is told. A machine
  // with a closed lid may be docked or undocked, which nobody tells.
  private func lidMatters(at now: UInt64) -> Bool {
    lidIsClosed || isIdle(at: now) != true
  }
}
