import Launch
import Testing

@testable import Daemon
@testable import Scheduling

/// Notifications that wait for a session of their owner.
struct OwnerNoticesTests {
  private func notice(_ id: String, of owner: UInt32 = 1000) -> OwnerNotice {
    OwnerNotice(
      key: RequestKey(owner: owner, app: nil, id: id), title: "\(id) has failed", body: "",
      remedy: .retry, isRequested: false)
  }

  @Test func aNewerOneTakesThePlaceOfOneThatWaits() {
    var notices = OwnerNotices()
    let isAdded = (notices.add(notice("a"), as: 1), notices.add(notice("a"), as: 2))
    #expect(isAdded == (true, true))
    #expect(notices[1] == nil && notices[2]?.notice.key.id == "a")
    notices.setRunning(2, true)
    let isAddedAgain = notices.add(notice("a"), as: 3)
    #expect(isAddedAgain)
    #expect(notices[2] != nil && notices[3] != nil)
  }

  @Test func aUserHasALimitAndOthersHaveTheirs() {
    var notices = OwnerNotices()
    let all = (1...20).map { notices.add(notice("a\($0)"), as: Int64($0)) }
    let isBeyond = notices.add(notice("more"), as: 21)
    let isReplaced = notices.add(notice("a7"), as: 22)
    let isOfAnother = notices.add(notice("more", of: 1001), as: 23)
    #expect(all.allSatisfy { $0 })
    #expect(!isBeyond && isReplaced && isOfAnother)
  }

  @Test func triesBecomeRareAndEnd() throws {
    var notices = OwnerNotices()
    let isAdded = notices.add(notice("a"), as: 1)
    #expect(isAdded)
    var waited = Duration.zero
    var tries = 0
    while let entry = notices.beginTry(1) {
      tries += 1
      if tries <= 3 { #expect(entry.delay == .seconds(30 * (1 << (tries - 1)))) }
      #expect(entry.delay <= .minutes(15))
      waited += entry.delay
      try #require(tries < 1000)
    }
    #expect(waited > .days(3) && waited < .days(4))
    #expect(notices[1] == nil)
  }

  @Test func itsTextIsOnlyInTheEnvironment() {
    let order = LaunchOrder(notice: 7, notice("a"), program: "/notify", socket: "/s")
    #expect(order.arguments == ["/notify"])
    #expect(order.environment["RUBATO_NOTIFICATION_TITLE"] == "a has failed")
    #expect(order.environment["RUBATO_NOTIFICATION_REQUEST"] == "a")
    #expect(order.environment["RUBATO_NOTIFICATION_REMEDY"] == "retry")
    #expect(order.environment["RUBATO_SOCKET"] == "/s")
  }
}
