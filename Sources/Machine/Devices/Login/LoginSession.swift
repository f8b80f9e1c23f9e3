/// The presence of a user, according to one login session (org.freedesktop.login1(5), "Session Objects").
struct LoginSession: Hashable, Sendable {
  /// The presence of a user in one session.
  enum Presence: Hashable, Sendable {
    case absent, present
    /// A session at the device whose desktop never reports idleness.
    case unknown
  }

  /// `user`, `greeter`, `lock-screen`, `background` and others.
  var sessionClass: String
  /// `x11`, `wayland`, `mir`, `tty`, `unspecified`, `web`.
  var type: String
  /// The seat's name; empty if there is none.
  var seat: String
  /// The terminal, without `/dev/`; empty if there is none.
  var tty: String
  var isRemote: Bool
  /// Whether the session is in the foreground of its seat; true without a seat.
  var isActive: Bool
  /// Whether its user has logged out, and only processes remain.
  var isClosing: Bool
  var isLocked: Bool
  var isIdle: Bool
  /// Time of the last change of its idleness or, on a text console, of its last use, in microseconds of
  /// CLOCK_MONOTONIC; 0 if it is unknown.
  var idleSinceMicroseconds: UInt64
  /// Start time, in microseconds of CLOCK_MONOTONIC.
  var beganMicroseconds: UInt64

  /// Time after which a desktop without an idleness report counts as silent. Desktops that report idleness do so
  /// after a few minutes, but not all do.
  static let silenceMicroseconds: UInt64 = 3 * 3600 * 1_000_000
}

extension LoginSession {
  /// Whether the session is graphical. Graphical sessions set their idle hint themselves; for all other sessions,
  /// logind uses the time of the terminal's last use, and signals no change.
  var isGraphical: Bool { ["x11", "wayland", "mir"].contains(type) }

  /// Whether the session belongs to a person in front of the device.
  var isAtTheDevice: Bool {
    Self.classesOfPeople.contains(sessionClass) && !isRemote && isActive && !isClosing && isLocal
  }

  // A pseudo-terminal without a seat belongs to a network service, or to `machinectl shell`; another console, such
  // as ttyS0, is in front of a person.
  private var isLocal: Bool {
    if !seat.isEmpty || isGraphical { return true }
    return type == "tty" && !tty.isEmpty && !tty.hasPrefix("pts/")
  }

  private static let classesOfPeople: Set = [
    "user", "user-early", "user-light", "user-early-light",
  ]

  /// Returns whether a user is present in this session; `unknown` for a desktop that has run for three hours without a
  /// report of idleness.
  /// - Parameter now: In microseconds of CLOCK_MONOTONIC.
  func presence(at now: UInt64) -> Presence {
    if !isAtTheDevice || isLocked || isIdle { return .absent }
    return isSilent && now >= silenceEnds ? .unknown : .present
  }

  /// Whether the session's desktop has never reported idleness.
  private var isSilent: Bool { isGraphical && idleSinceMicroseconds == 0 }

  /// The time from which a desktop that has never reported idleness counts as silent, in microseconds of
  /// CLOCK_MONOTONIC.
  private var silenceEnds: UInt64 { beganMicroseconds + Self.silenceMicroseconds }

  /// Returns the time at which `presence` may change without a signal, in microseconds of CLOCK_MONOTONIC; 0 for
  /// any time, `nil` if it cannot.
  func unannouncedChange(
    after now: UInt64, idleActionMicroseconds: UInt64
  ) -> UInt64? {
    guard isAtTheDevice, !isLocked else { return nil }
    if isGraphical {
      // A desktop signals its idleness. One that has not reported any counts as silent after some hours.
      return isSilent && now < silenceEnds ? silenceEnds : nil
    }
    // A terminal that logind cannot check never counts as idle.
    if idleSinceMicroseconds == 0 { return nil }
    // An idle terminal can be used at any time.
    if isIdle { return 0 }
    // A terminal in use becomes idle at this time.
    let (idleTime, isNever) = idleSinceMicroseconds.addingReportingOverflow(
      idleActionMicroseconds)
    return isNever ? nil : idleTime
  }
}
