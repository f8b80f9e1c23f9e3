import Testing

@testable import Scheduling

struct NoForecastTests {
  private let opens = WallTime(seconds: 1_767_571_200)

  @Test(arguments: [Kind.processing, .maintenance])
  func avoidsAUserForAThirdOfTheWindow(kind: Kind) {
    let end = opens + .hours(9)
    let rule = NoForecast(kind, opens: opens, until: end, settings: Settings())
    #expect(rule.takes(isIdle: true, at: opens))
    #expect(!rule.takes(isIdle: false, at: opens + .minutes(179)))
    #expect(rule.takes(isIdle: false, at: opens + .hours(3)))
    #expect(rule.takesAny == opens + .hours(3))
  }

  @Test(arguments: [Kind.refresh, .push, .utility, .userInitiated])
  func otherKindsTakeAnyMoment(kind: Kind) {
    let rule = NoForecast(kind, opens: opens, until: opens + .days(1), settings: Settings())
    #expect(rule.takes(isIdle: false, at: opens))
    #expect(rule.takesAny == nil)
  }
}
