import Control
import Terminal

// Advice for an empty answer.
extension Session {
  /// Returns advice for root if their own answer is empty and other users have entries; empty if there is no such
  /// advice.
  ///
  /// - Parameters:
  ///   - verb: The verb as it is typed.
  ///   - filter: The options of the call with an empty answer.
  ///   - count: Returns the number of all users' entries.
  func othersHint(
    _ verb: String, _ filter: FilterOptions, on screen: Screen, _ count: () throws -> Int
  ) -> [String] {
    let asksForItsOwn = !filter.allUsers && filter.owner.owner == nil && filter.app == nil
    guard !isJSON, Users.isRoot, asksForItsOwn, let count = try? count(), count > 0 else {
      return []
    }
    let (others, have) =
      count == 1 ? ("1 of another user", "is") : ("\(count) of other users", "are")
    return ["\(others) \(have) not shown: \(screen.command("\(verb) --all-users")) shows all."]
  }
}
