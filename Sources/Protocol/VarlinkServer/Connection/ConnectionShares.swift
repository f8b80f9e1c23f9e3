/// How many connections each user has, and who may have one more.
struct ConnectionShares {
  enum Verdict: Equatable {
    case admitted
    /// In the place of an idle connection of that user.
    case replaces(UInt32)
    case refused(ServerEvent.LimitReached)
  }

  private let limits: Limits
  private var count = 0
  private var ofUser: [UInt32: Int] = [:]

  init(_ limits: Limits) {
    self.limits = limits
  }

  /// What becomes of one more connection of `user`. Where nearly all are taken, it takes the place of an
  /// idle one of whoever has most; without that, root may have those that are left, and half of them
  /// each user who has none.
  ///
  /// - Parameter hasIdle: Whether a user has a connection that is used for nothing now.
  func verdict(on user: UInt32, hasIdle: (UInt32) -> Bool) -> Verdict {
    let (own, left) = (ofUser[user, default: 0], limits.connections - count)
    if own >= limits.connectionsPerUser { return .refused(.connectionsPerUser) }
    if left > reserve { return .admitted }
    // Ordered, so that the same connections always give the same answer.
    let richer = ofUser.filter { $0.value > own + 1 && hasIdle($0.key) }
    if let most = richer.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
      return .replaces(most.key)
    }
    let isAdmitted = user == 0 ? left > 0 : own == 0 && left > reserve / 2
    return isAdmitted ? .admitted : .refused(.connections)
  }

  private var reserve: Int { limits.connections / 16 }

  mutating func add(_ user: UInt32) {
    count += 1
    ofUser[user, default: 0] += 1
  }

  mutating func remove(_ user: UInt32) {
    count -= 1
    let left = ofUser[user, default: 1] - 1
    ofUser[user] = left > 0 ? left : nil
  }
}
