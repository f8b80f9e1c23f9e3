import Scheduling
import Testing

@testable import Devices

@Suite struct LoginReadingTests {
  private let now = LoginSessionTests.now
  private let minute: UInt64 = 60_000_000
  private let poll = LoginReading.pollMicroseconds

  private let nobody = LoginSession.with(type: "tty", seat: "", tty: "pts/0")
  private let somebody = LoginSession.with(type: "wayland", seat: "seat0")
  private let console = LoginSession.with(type: "tty", seat: "seat0", tty: "tty1")
  private var untold: LoginSession {
    var session = somebody
    session.idleSinceMicroseconds = 0
    session.beganMicroseconds = 0
    return session
  }

  private func reading(_ sessions: [LoginSession]) -> LoginReading {
    var reading = LoginReading()
    reading.sessions = sessions
    return reading
  }

  // MARK: Known values

  @Test func isIdleWithoutAnySession() {
    #expect(LoginReading().values(at: now) == [.idle(true)])
    #expect(reading([nobody, nobody]).values(at: now) == [.idle(true)])
  }

  @Test func oneUserIsEnough() {
    #expect(reading([nobody, untold, somebody]).values(at: now) == [.idle(false)])
  }

  @Test func leavesOpenWhatNoSessionTells() {
    #expect(reading([nobody, untold]).values(at: now) == [])
  }

  @Test(arguments: ["idle", "sleep:idle", "shutdown:sleep:idle:handle-power-key"])
  func aVideoPlayerIsSomebody(inhibited: String) {
    var reading = reading([nobody, untold])
    reading.blockInhibited = inhibited
    #expect(reading.values(at: now) == [.idle(false)])
  }

  @Test(arguments: ["", "sleep", "shutdown:sleep", "handle-lid-switch", "idleness"])
  func whatBlocksSomethingElseIsNobody(inhibited: String) {
    var reading = LoginReading()
    reading.blockInhibited = inhibited
    #expect(reading.values(at: now) == [.idle(true)])
  }

  @Test func aClosedLidHidesTheDevice() {
    var reading = reading([somebody])
    reading.blockInhibited = "idle"
    reading.lidIsClosed = true
    #expect(reading.values(at: now) == [.idle(true), .screen(isOn: false)])
  }

  @Test func aClosedLidInADockHidesNothing() {
    var reading = reading([somebody])
    reading.lidIsClosed = true
    reading.isDocked = true
    #expect(reading.values(at: now) == [.idle(false)])
  }

  // MARK: Time of the next reading

  @Test func neverLooksAgainWhereAllIsTold() {
    #expect(reading([]).microsecondsToNextReading(after: now, isLidReported: false) == nil)
    #expect(reading([nobody]).microsecondsToNextReading(after: now, isLidReported: false) == nil)
    #expect(reading([somebody]).microsecondsToNextReading(after: now, isLidReported: true) == nil)
  }

  @Test func looksAfterTheLidWhereNobodyTellsOfIt() {
    var reading = reading([somebody])
    #expect(reading.microsecondsToNextReading(after: now, isLidReported: false) == poll)
    reading.lidIsClosed = true
    #expect(reading.microsecondsToNextReading(after: now, isLidReported: true) == poll)
    reading.sessions = []
    #expect(reading.microsecondsToNextReading(after: now, isLidReported: true) == poll)
  }

  @Test func looksAtATextConsoleWhenItMayHaveBecomeIdle() {
    var session = console
    session.idleSinceMicroseconds = now - 10 * minute
    #expect(
      reading([session]).microsecondsToNextReading(after: now, isLidReported: true) == 20 * minute)
    session.idleSinceMicroseconds = now - 30 * minute
    #expect(reading([session]).microsecondsToNextReading(after: now, isLidReported: true) == poll)
  }

  @Test func looksOftenWhetherATextConsoleIsUsedAgain() {
    var session = console
    session.isIdle = true
    session.idleSinceMicroseconds = now - 60 * minute
    #expect(
      reading([session, somebody]).microsecondsToNextReading(after: now, isLidReported: true)
        == poll)
  }

  @Test func leavesATextConsoleAloneThatIsLockedOrNeverIdle() {
    var locked = console
    locked.isLocked = true
    var unreadable = console
    unreadable.idleSinceMicroseconds = 0
    var reading = reading([locked, unreadable])
    #expect(reading.microsecondsToNextReading(after: now, isLidReported: true) == nil)
    reading.sessions = [console]
    reading.idleActionMicroseconds = .max
    #expect(reading.microsecondsToNextReading(after: now, isLidReported: true) == nil)
  }

  @Test func looksAtASilentDesktopOnce() {
    var session = untold
    session.beganMicroseconds = now - minute
    #expect(
      reading([session]).microsecondsToNextReading(after: now, isLidReported: true)
        == LoginSession.silenceMicroseconds - minute)
    session.beganMicroseconds = 0
    #expect(reading([session]).microsecondsToNextReading(after: now, isLidReported: true) == nil)
  }
}
