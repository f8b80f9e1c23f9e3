import Testing

@testable import Launch

/// What is believed of a frozen unit is what systemd answered.
@Suite struct UnitFreezingTests {
  private var freezing = UnitFreezing()

  @Test mutating func oneCallComesAfterTheOther() {
    #expect(freezing.want(true) == .freeze)
    #expect(freezing.want(false) == nil)
    #expect(freezing.handle(.done) == .thaw)
    #expect(freezing.handle(.done) == nil)
    #expect(freezing.isHeld == false)
  }

  @Test mutating func aUnitThatSystemdDoesNotFreezeIsStoppedBySignals() {
    #expect(freezing.want(true) == .freeze)
    #expect(freezing.handle(.refused) == .stopAll)
    #expect(freezing.isHeld == false)
    #expect(freezing.handle(.done) == nil)
    #expect(freezing.isHeld == true)
    #expect(freezing.want(false) == .continueAll)
    #expect(freezing.handle(.done) == nil)
    #expect(freezing.isHeld == false)
  }

  @Test mutating func aUnitThatSystemdDoesNotThawIsContinued() {
    freezing.adopt(isFrozen: true, canFreeze: true)
    #expect(freezing.want(false) == .thaw)
    #expect(freezing.handle(.refused) == .continueAll)
  }

  /// The last daemon may have stopped it by signals, of which systemd knows nothing.
  @Test mutating func aUnitThatSystemdCannotFreezeIsContinuedByTheNextDaemon() {
    freezing.adopt(isFrozen: false, canFreeze: false)
    #expect(freezing.want(false) == .continueAll)
    #expect(freezing.handle(.done) == nil)
  }

  @Test mutating func anAnswerThatNeverCameIsAskedForAgainOnceTheBusIsBack() {
    #expect(freezing.want(true) == .freeze)
    #expect(freezing.handle(.unknown) == nil)
    #expect(freezing.isHeld == nil)
    #expect(freezing.want(false) == nil)
    #expect(freezing.busDidReconnect() == .thaw)
    #expect(freezing.handle(.done) == nil)
    #expect(freezing.isHeld == false)
  }

  @Test mutating func aFreezeThatIsNotConfirmedInTimeIsGivenUp() {
    #expect(freezing.want(true) == .freeze)
    #expect(freezing.handle(.overdue) == .thaw)
    #expect(freezing.isWanted == false)
    #expect(freezing.handle(.done) == nil)
    #expect(freezing.isHeld == false)
    #expect(freezing.want(true) == .freeze)
  }

  @Test mutating func aThawThatIsNotConfirmedIsAskedForAgain() {
    freezing.adopt(isFrozen: true, canFreeze: true)
    #expect(freezing.want(false) == .thaw)
    #expect(freezing.handle(.overdue) == .thaw)
    #expect(freezing.handle(.overdue) == .thaw)
    #expect(freezing.handle(.done) == nil)
  }

  @Test mutating func aFreezeBySignalsThatIsNotConfirmedIsGivenUp() {
    #expect(freezing.want(true) == .freeze)
    #expect(freezing.handle(.refused) == .stopAll)
    #expect(freezing.handle(.overdue) == .continueAll)
  }

  @Test mutating func aUnitWithoutProcessesIsNotAskedForEver() {
    #expect(freezing.want(true) == .freeze)
    #expect(freezing.handle(.refused) == .stopAll)
    #expect(freezing.handle(.refused) == nil)
  }
}
