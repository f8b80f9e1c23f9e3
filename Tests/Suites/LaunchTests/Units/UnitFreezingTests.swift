import Testing

@testable import Launch

/// The recorded state of a frozen unit, by the answers of systemd.
@Suite struct UnitFreezingTests {
  private var freezing = UnitFreezing()

  @Test mutating func oneCallComesAfterTheOther() {
    #expect(freezing.setShouldBeFrozen(true) == .freeze)
    #expect(freezing.setShouldBeFrozen(false) == nil)
    #expect(freezing.handle(.done) == .thaw)
    #expect(freezing.handle(.done) == nil)
    #expect(freezing.isFrozen == false)
  }

  @Test mutating func aUnitThatSystemdDoesNotFreezeIsStoppedBySignals() {
    #expect(freezing.setShouldBeFrozen(true) == .freeze)
    #expect(freezing.handle(.refused) == .stopAll)
    #expect(freezing.isFrozen == false)
    #expect(freezing.handle(.done) == nil)
    #expect(freezing.isFrozen == true)
    #expect(freezing.setShouldBeFrozen(false) == .continueAll)
    #expect(freezing.handle(.done) == nil)
    #expect(freezing.isFrozen == false)
  }

  @Test mutating func aUnitThatSystemdDoesNotThawIsContinued() {
    freezing.restore(isFrozen: true, canFreeze: true)
    #expect(freezing.setShouldBeFrozen(false) == .thaw)
    #expect(freezing.handle(.refused) == .continueAll)
  }

  /// The last daemon may have stopped the unit by signals, which systemd does not notice.
  @Test mutating func aUnitThatSystemdCannotFreezeIsContinuedByTheNextDaemon() {
    freezing.restore(isFrozen: false, canFreeze: false)
    #expect(freezing.setShouldBeFrozen(false) == .continueAll)
    #expect(freezing.handle(.done) == nil)
  }

  @Test mutating func anAnswerThatNeverCameIsAskedForAgainOnceTheBusIsBack() {
    #expect(freezing.setShouldBeFrozen(true) == .freeze)
    #expect(freezing.handle(.unknown) == nil)
    #expect(freezing.isFrozen == nil)
    #expect(freezing.setShouldBeFrozen(false) == nil)
    #expect(freezing.busDidReconnect() == .thaw)
    #expect(freezing.handle(.done) == nil)
    #expect(freezing.isFrozen == false)
  }

  @Test mutating func aFreezeThatIsNotConfirmedInTimeIsGivenUp() {
    #expect(freezing.setShouldBeFrozen(true) == .freeze)
    #expect(freezing.handle(.overdue) == .thaw)
    #expect(freezing.shouldBeFrozen == false)
    #expect(freezing.handle(.done) == nil)
    #expect(freezing.isFrozen == false)
    #expect(freezing.setShouldBeFrozen(true) == .freeze)
  }

  @Test mutating func aThawThatIsNotConfirmedIsAskedForAgain() {
    freezing.restore(isFrozen: true, canFreeze: true)
    #expect(freezing.setShouldBeFrozen(false) == .thaw)
    #expect(freezing.handle(.overdue) == .thaw)
    #expect(freezing.handle(.overdue) == .thaw)
    #expect(freezing.handle(.done) == nil)
  }

  @Test mutating func aFreezeBySignalsThatIsNotConfirmedIsGivenUp() {
    #expect(freezing.setShouldBeFrozen(true) == .freeze)
    #expect(freezing.handle(.refused) == .stopAll)
    #expect(freezing.handle(.overdue) == .continueAll)
  }

  @Test mutating func aUnitWithoutProcessesIsNotAskedForEver() {
    #expect(freezing.setShouldBeFrozen(true) == .freeze)
    #expect(freezing.handle(.refused) == .stopAll)
    #expect(freezing.handle(.refused) == nil)
  }
}
