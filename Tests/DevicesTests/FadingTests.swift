import Scheduling
import Testing

@testable import Devices

@Suite struct FadingTests {
  private var fading = Fading(seconds: 10)

  @Test mutating func whatIsToldPasses() {
    #expect(fading.take([Measurement(.power(.ac), origin: "a")], at: 0).count == 1)
    #expect(fading.next == nil)
  }

  @Test mutating func whatNobodyTellsAnyMoreIsKeptBackForAWhile() {
    let lost = Measurement(.idle(nil), origin: "")
    #expect(fading.take([lost, Measurement(.power(.ac), origin: "a")], at: 5).count == 1)
    #expect(fading.next == 15)
    #expect(fading.due(at: 14.9).isEmpty)
    #expect(fading.due(at: 15) == [lost])
    #expect(fading.next == nil)
  }

  @Test mutating func aServiceThatComesBackInTimeHasNeverBeenAway() {
    _ = fading.take([Measurement(.idle(nil), origin: "")], at: 0)
    let back = Measurement(.idle(false), origin: "logind")
    #expect(fading.take([back], at: 3) == [back])
    #expect(fading.next == nil)
    #expect(fading.due(at: 100).isEmpty)
  }

  @Test mutating func whatIsLostAgainWaitsAnew() {
    _ = fading.take([Measurement(.idle(nil), origin: "")], at: 0)
    _ = fading.take([Measurement(.idle(nil), origin: "")], at: 6)
    #expect(fading.next == 16)
  }
}
