import Control
import Terminal

// What an empty answer does not show.
extension Session {
  /// Lines for those who may see all users, where theirs is empty and others have something.
  ///
  /// - Parameters:
  ///   - verb: As it is typed.
  ///   - filter: The options of the call that was answered with nothing.
  ///   - count: The number of all users' entries.
  func othersHint(
    _ verb: String, _ filter: FilterOptions, on screen: Screen, _ count: () throws -> Int
  ) -> [String] {
    let asksForItsOwn = !filter.allUsers && filter.owner.owner == nil && filter.app == nil
    guard !isJSON, Users.isRoot, asksForItsOwn, let count = try? count(), count > 0 else {
      return []
    }
    let (others, have) =
      count == 1 ? ("1 of another user", "is") : ("\(count) of other users", "are")
    return ["\(others) \(have) there: \(screen.command("\(verb) --all-users")) shows all."]
  }
}
