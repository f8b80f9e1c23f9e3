import Testing

@testable import VarlinkServer

/// The users that may open another connection: there are 32 in all, and two are reserved for root and for users without
/// one.
struct ConnectionSharesTests {
  private static let limits: Limits = {
    var limits = Limits()
    limits.connections = 32
    limits.connectionsPerUser = 8
    return limits
  }()

  /// Three users with eight connections each, and one with six.
  private func crowded() -> ConnectionShares {
    var shares = ConnectionShares(Self.limits)
    for number in 0..<30 { shares.add(1000 + UInt32(number) / 8) }
    return shares
  }

  @Test func nobodyHasMoreThanTheirLimit() {
    let shares = crowded()
    #expect(shares.verdict(on: 1000) { _ in true } == .refused(.connectionsPerUser))
  }

  @Test func anIdleConnectionOfWhoHasMostGivesWay() {
    let shares = crowded()
    for user: UInt32 in [0, 2000] {
      #expect(shares.verdict(on: user) { _ in true } == .replaces(1002))
      #expect(shares.verdict(on: user) { $0 == 1003 } == .replaces(1003))
    }
    // A user with six gets one from a user with eight. A user with seven would then have as many as that user.
    #expect(shares.verdict(on: 1003) { _ in true } == .replaces(1002))
    var more = shares
    more.add(1003)
    #expect(more.verdict(on: 1003) { _ in true } == .refused(.connections))
  }

  @Test func whereAllAreUsedRootAndWhoHasNoneGetTheRest() {
    var shares = crowded()
    #expect(shares.verdict(on: 1003) { _ in false } == .refused(.connections))
    #expect(shares.verdict(on: 2000) { _ in false } == .admitted)
    shares.add(2000)
    #expect(shares.verdict(on: 2001) { _ in false } == .refused(.connections))
    #expect(shares.verdict(on: 0) { _ in false } == .admitted)
    shares.add(0)
    #expect(shares.verdict(on: 0) { _ in false } == .refused(.connections))
    shares.remove(1000)
    #expect(shares.verdict(on: 0) { _ in false } == .admitted)
  }
}
