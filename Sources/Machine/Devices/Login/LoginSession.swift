/// A login session, as far as it tells whether somebody is at the device (org.freedesktop.login1(5),
/// "Session Objects").
struct LoginSession: Hashable, Sendable {
  /// Who is at the device, by what one session says.
  enum Presence: Hashable, Sendable {
    case nobody, somebody
    /// A session at the device whose desktop never says whether it is idle.
    case untold
  }

  /// `user`, `greeter`, `lock-screen`, `background` and others.
  var sessionClass: String
  /// `x11`, `wayland`, `mir`, `tty`, `unspecified`, `web`.
  var type: String
  /// The seat's name; empty for none.
  var seat: String
  /// The terminal, without `/dev/`; empty for none.
  var tty: String
  var isRemote: Bool
  /// Whether it is in the foreground of its seat; without a seat, always.
  var isActive: Bool
  /// Whether its user has logged out, and only processes are left.
  var isClosing: Bool
  var isLocked: Bool
  var isIdle: Bool
  /// When its idleness last changed or, on a text console, of its last use, in microseconds of
  /// CLOCK_MONOTONIC; 0 if it was never told.
  var idleSinceMicroseconds: UInt64
  /// When it began, in microseconds of CLOCK_MONOTONIC.
  var beganMicroseconds: UInt64

  /// A desktop tells of idleness after a few minutes' rest. One that has said nothing for so long
  /// never will: not all of them do.
  static let silenceMicroseconds: UInt64 = 3 * 3600 * 1_000_000
}

extension LoginSession {
  /// Graphical sessions set their idle hint themselves; for all others, logind goes by when the
  /// terminal was last used, and tells of no change.
  var isGraphical: Bool { ["x11", "wayland", "mir"].contains(type) }

  /// Whether it belongs to a person, and the device is before that person's eyes.
  var isAtTheDevice: Bool {
    Self.classesOfPeople.contains(sessionClass) && !isRemote && isActive && !isClosing && isLocal
  }

  // A pseudo-terminal without a seat is one of a network service, or of `machinectl shell`; a
  // console of another kind, such as ttyS0, is one that somebody has before them.
  private var isLocal: Bool {
    if !seat.isEmpty || isGraphical { return true }
    return type == "tty" && !tty.isEmpty && !tty.hasPrefix("pts/")
  }

  private static let classesOfPeople: Set = [
    "user", "user-early", "user-light", "user-early-light",
  ]

  /// - Parameter now: in microseconds of CLOCK_MONOTONIC.
  func presence(at now: UInt64) -> Presence {
    if !isAtTheDevice || isLocked || isIdle { return .nobody }
    return isSilent && now >= silenceEnds ? .untold : .somebody
  }

  private var isSilent: Bool { isGraphical && idleSinceMicroseconds == 0 }

  private var silenceEnds: UInt64 { beganMicroseconds + Self.silenceMicroseconds }

  /// When `presence` may change without any signal, in microseconds of CLOCK_MONOTONIC; 0 for at
  /// any time.
  func unannouncedChange(
    after now: UInt64, idleActionMicroseconds: UInt64
  ) -> UInt64? {
    guard isAtTheDevice, !isLocked else { return nil }
    if isGraphical { return isSilent && now < silenceEnds ? silenceEnds : nil }
    // A terminal that logind cannot look at never counts as idle.
    if idleSinceMicroseconds == 0 { return nil }
    if isIdle { return 0 }
    let (idles, isNever) = idleSinceMicroseconds.addingReportingOverflow(idleActionMicroseconds)
    return isNever ? nil : idles
  }
}
