import Testing

@testable import Launch

/// What is believed of a frozen unit is what systemd answered.
@Suite struct UnitFreezingTests {
  private var freezing = UnitFreezing()

  @Test mutating func oneCallComesAfterTheOther() {
    #expect(freezing.want(true) == .freeze)
    #expect(freezing.want(false) == nil)
    #expect(freezing.take(.done) == .thaw)
    #expect(freezing.take(.done) == nil)
    #expect(freezing.isHeld == false)
  }

  @Test mutating func aUnitThatSystemdDoesNotFreezeIsStoppedBySignals() {
    #expect(freezing.want(true) == .freeze)
    #expect(freezing.take(.refused) == .stopAll)
    #expect(freezing.isHeld == false)
    #expect(freezing.take(.done) == nil)
    #expect(freezing.isHeld == true)
    #expect(freezing.want(false) == .continueAll)
    #expect(freezing.take(.done) == nil)
    #expect(freezing.isHeld == false)
  }

  @Test mutating func aUnitThatSystemdDoesNotThawIsContinued() {
    freezing.adopt(isFrozen: true, canFreeze: true)
    #expect(freezing.want(false) == .thaw)
    #expect(freezing.take(.refused) == .continueAll)
  }

  /// The last daemon may have stopped it by signals, of which systemd knows nothing.
  @Test mutating func aUnitThatSystemdCannotFreezeIsContinuedByTheNextDaemon() {
    freezing.adopt(isFrozen: false, canFreeze: false)
    #expect(freezing.want(false) == .continueAll)
    #expect(freezing.take(.done) == nil)
  }

  @Test mutating func anAnswerThatNeverCameIsAskedForAgainOnceTheBusIsBack() {
    #expect(freezing.want(true) == .freeze)
    #expect(freezing.take(.unknown) == nil)
    #expect(freezing.isHeld == nil)
    #expect(freezing.want(false) == nil)
    #expect(freezing.comeBack() == .thaw)
    #expect(freezing.take(.done) == nil)
    #expect(freezing.isHeld == false)
  }

  @Test mutating func aFreezeThatIsNotConfirmedInTimeIsGivenUp() {
    #expect(freezing.want(true) == .freeze)
    #expect(freezing.take(.overdue) == .thaw)
    #expect(freezing.isWanted == false)
    #expect(freezing.take(.done) == nil)
    #expect(freezing.isHeld == false)
    #expect(freezing.want(true) == .freeze)
  }

  @Test mutating func aThawThatIsNotConfirmedIsAskedForAgain() {
    freezing.adopt(isFrozen: true, canFreeze: true)
    #expect(freezing.want(false) == .thaw)
    #expect(freezing.take(.overdue) == .thaw)
    #expect(freezing.take(.overdue) == .thaw)
    #expect(freezing.take(.done) == nil)
  }

  @Test mutating func aFreezeBySignalsThatIsNotConfirmedIsGivenUp() {
    #expect(freezing.want(true) == .freeze)
    #expect(freezing.take(.refused) == .stopAll)
    #expect(freezing.take(.overdue) == .continueAll)
  }

  @Test mutating func aUnitWithoutProcessesIsNotAskedForEver() {
    #expect(freezing.want(true) == .freeze)
    #expect(freezing.take(.refused) == .stopAll)
    #expect(freezing.take(.refused) == nil)
  }
}
