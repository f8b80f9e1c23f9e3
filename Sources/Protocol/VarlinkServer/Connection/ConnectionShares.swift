/// The number of connections of each user, and the decision on another one.
struct ConnectionShares {
  enum Verdict: Equatable {
    case admitted
    /// The connection replaces an idle connection of that user.
    case replaces(UInt32)
    case refused(ServerEvent.LimitReached)
  }

  private let limits: Limits
  private var count = 0
  private var countOfUser: [UInt32: Int] = [:]

  init(_ limits: Limits) {
    self.limits = limits
  }

  /// Decides on one more connection of `user`, who may have at most `connectionsPerUser`. While more than a sixteenth
  /// of all are free, it is admitted. Otherwise it replaces an idle one of the user with the most, who must have at
  /// least two more than `user`. If no such user exists, root may have the free ones, and each user without a
  /// connection may have one of half of them.
  ///
  /// - Parameter hasIdle: Whether a user has a connection that is used for nothing now.
  func verdict(on user: UInt32, hasIdle: (UInt32) -> Bool) -> Verdict {
    let ownCount = countOfUser[user, default: 0]
    let freeCount = limits.connections - count
    if ownCount >= limits.connectionsPerUser { return .refused(.connectionsPerUser) }
    if freeCount > reserve { return .admitted }
    let replaceable = countOfUser.filter { $0.value > ownCount + 1 && hasIdle($0.key) }
    // Of several users with the most, the greatest uid: the same connections always give the same answer.
    if let most = replaceable.max(by: { ($0.value, $0.key) < ($1.value, $1.key) }) {
      return .replaces(most.key)
    }
    let isRoot = user == 0
    let isFirstOfUser = ownCount == 0
    let isAdmitted = isRoot ? freeCount > 0 : isFirstOfUser && freeCount > reserve / 2
    return isAdmitted ? .admitted : .refused(.connections)
  }

  /// The number of connections that are kept free for root, and half of them for users without a connection.
  private var reserve: Int { limits.connections / 16 }

  /// Counts a new connection of `user`.
  mutating func add(_ user: UInt32) {
    count += 1
    countOfUser[user, default: 0] += 1
  }

  /// Removes a connection of `user` from the count.
  mutating func remove(_ user: UInt32) {
    count -= 1
    let remaining = countOfUser[user, default: 1] - 1
    countOfUser[user] = remaining > 0 ? remaining : nil
  }
}
