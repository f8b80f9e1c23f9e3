import Testing

@testable import Devices

@Suite struct LoginSessionTests {
  static let now: UInt64 = 100 * 3600 * 1_000_000

  /// Sessions of active users, by the kind of session.
  static let present: [String: LoginSession] = [
    "wayland": .with(type: "wayland", seat: "seat0"),
    "x11": .with(type: "x11", seat: "seat0"),
    "x11 without a seat": .with(type: "x11", seat: ""),
    "text console": .with(type: "tty", seat: "seat0", tty: "tty3"),
    "serial console": .with(type: "tty", seat: "", tty: "ttyS0"),
    "of no type on a seat": .with(type: "unspecified", seat: "seat0"),
  ]

  /// Each of these is enough for a session without an active user.
  static let obstacles: [@Sendable (inout LoginSession) -> Void] = [
    { $0.sessionClass = "greeter" },
    { $0.isRemote = true },
    { $0.isActive = false },
    { $0.isClosing = true },
    { $0.isLocked = true },
    { $0.isIdle = true },
  ]

  @Test(arguments: present.keys.sorted())
  func countsWhoUsesTheDevice(kind: String) throws {
    #expect(try #require(Self.present[kind]).presence(at: Self.now) == .present)
  }

  @Test(arguments: present.keys.sorted(), 1..<(1 << obstacles.count))
  func countsNobodyForAnyReason(kind: String, subset: Int) throws {
    var session = try #require(Self.present[kind])
    for (index, apply) in Self.obstacles.enumerated() where subset & (1 << index) != 0 {
      apply(&session)
    }
    #expect(session.presence(at: Self.now) == .absent)
  }

  @Test(arguments: [
    "greeter", "lock-screen", "background", "background-light", "manager", "user-incomplete", "",
  ])
  func countsNobodyWhoIsNoPerson(sessionClass: String) {
    var session = LoginSession.with(type: "wayland", seat: "seat0")
    session.sessionClass = sessionClass
    #expect(session.presence(at: Self.now) == .absent)
  }

  @Test(arguments: [("tty", "pts/3"), ("tty", ""), ("unspecified", ""), ("web", "")])
  func countsNobodyFromTheNetwork(type: String, tty: String) {
    #expect(LoginSession.with(type: type, seat: "", tty: tty).presence(at: Self.now) == .absent)
  }

  @Test func knowsNothingOfADesktopThatNeverTellsOfRest() {
    var session = LoginSession.with(type: "wayland", seat: "seat0")
    session.idleSinceMicroseconds = 0
    session.beganMicroseconds = Self.now - LoginSession.silenceMicroseconds + 1
    #expect(session.presence(at: Self.now) == .present)
    #expect(session.presence(at: Self.now + 1) == .unknown)
    session.isLocked = true
    #expect(session.presence(at: Self.now + 1) == .absent)
  }

  @Test func believesADesktopThatHasToldOnce() {
    var session = LoginSession.with(type: "x11", seat: "seat0")
    session.beganMicroseconds = 1
    session.idleSinceMicroseconds = 2
    #expect(session.presence(at: .max) == .present)
  }

  @Test func neverWaitsForATextConsoleToTell() {
    var session = LoginSession.with(type: "tty", seat: "seat0", tty: "tty1")
    session.beganMicroseconds = 1
    session.idleSinceMicroseconds = 0
    #expect(session.presence(at: .max) == .present)
  }
}

extension LoginSession {
  /// Returns a session whose user was active just now.
  static func with(type: String, seat: String, tty: String = "") -> LoginSession {
    LoginSession(
      sessionClass: "user", type: type, seat: seat, tty: tty, isRemote: false, isActive: true,
      isClosing: false, isLocked: false, isIdle: false,
      idleSinceMicroseconds: LoginSessionTests.now, beganMicroseconds: LoginSessionTests.now)
  }
}
