import Control
import Terminal

// Requests of other users.
extension Session {
  /// Returns the request that a call with these names selects, so that the answer can name its owner. Without an owner
  /// it is the caller's own, or else the only one of another user that the caller may manage. `nil` if there is none.
  func selectedRequest(_ id: String, _ app: String?, _ owner: Int64?) -> RequestInfo? {
    let ownRequests = try? call(List(id: id, app: app, owner: owner)).requests
    if let first = ownRequests?.first { return first }
    guard owner == nil,
      let requestsOfAllUsers = try? call(List(id: id, app: app, allUsers: true)).requests,
      requestsOfAllUsers.count == 1
    else { return nil }
    return requestsOfAllUsers[0]
  }

  /// Returns the owner of a request as a part of a sentence: `, of user alice`. Empty for the caller's own request, and
  /// for an unknown one.
  static func ownerText(_ request: RequestInfo?) -> String {
    guard let request, !Users.isCaller(request.owner) else { return "" }
    return ", of user \(Users.name(request.owner).visible)"
  }
}

// Advice for an empty answer.
extension Session {
  /// Returns advice for root if their own answer is empty and other users have entries; empty if there is no such
  /// advice.
  ///
  /// - Parameters:
  ///   - verb: The verb as it is typed.
  ///   - filter: The options of the call with an empty answer.
  ///   - count: Returns the number of all users' entries.
  func adviceOnOthers(
    _ verb: String, _ filter: FilterOptions, on screen: Screen, _ count: () throws -> Int
  ) -> [String] {
    let asksForOwnEntries = !filter.allUsers && filter.owner.owner == nil && filter.app == nil
    guard !isJSON, Users.isRoot, asksForOwnEntries, let count = try? count(), count > 0 else {
      return []
    }
    let (others, are) =
      count == 1 ? ("1 of another user", "is") : ("\(count) of other users", "are")
    return ["\(others) \(are) not shown: \(screen.command("\(verb) --all-users")) shows all."]
  }
}
