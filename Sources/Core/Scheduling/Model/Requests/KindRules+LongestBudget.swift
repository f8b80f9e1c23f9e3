extension KindRules {
  /// Returns the longest budget that a request of `owner` can have. If the rules have none, it is seven days for
  /// commands of root and for userInitiated commands; a day for other users, and for tasks of apps.
  package func longestBudget(of terms: Terms, owner: UInt32) -> Duration {
    if let longestBudget { return longestBudget }
    let isLong = terms.task == nil && (owner == 0 || terms.kind == .userInitiated)
    return isLong ? Self.mostBudget : Self.usersLongestBudget
  }
}
