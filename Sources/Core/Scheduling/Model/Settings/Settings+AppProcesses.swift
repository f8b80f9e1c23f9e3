extension Settings {
  /// The time after which an app's process is ended, whatever it does: `appProcessTime`, or more if the longest budget of
  /// a task needs it. A process can begin a task until it has half of `appProcessTime` behind it, and is suspended.
  package var appProcessLimit: Duration {
    let tasks = Kind.allCases.map { kind in
      let rules = rules(of: kind)
      return (rules.longestBudget ?? KindRules.usersLongestBudget) + rules.grace
    }
    let longest = tasks.max() ?? .zero
    return max(appProcessTime, appProcessTime / 2 + suspendedAppTime + launchTime + longest)
  }
}
