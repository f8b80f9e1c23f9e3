/// A warning about an accepted request, for its submitter and for later queries.
package struct Warning: Hashable, Sendable {
  /// Stable codes.
  package enum Code: String, CaseIterable, Sendable {
    /// A calendar event with other times of day than it seems to have.
    case listOfTimes
    /// The window is under 15 minutes: work for another tool.
    case shortWindow
    /// A refresh that may never run.
    case noLatestDate
    /// A request that repeats, and has the kind of work that a user waits for.
    case urgentPeriod
    /// A refresh whose runs are long.
    case longRefresh
    /// Every warned run had to be killed.
    case ignoresExpiration
    /// The request's app no longer lists its identifier.
    case notListed
    /// The request's app no longer declares the background mode of its kind.
    case noBackgroundMode
    /// The request's app registered no handler for it at its last launch.
    case noHandler
    /// The request's last runs all completed immediately.
    case endsAtOnce
    /// The request's earliest date was put off repeatedly.
    case putOff
    /// A request that replaced a standing one, and has fewer options.
    case losesOptions
    /// A wait for the change of a path that cannot be watched.
    case notWatched
    /// A required path whose presence is not monitored.
    case notLookedAt
    /// A request that wakes the machine, which nothing can wake.
    case cannotWake
    /// A user's own daemon that stops while the user is logged out.
    case endsAtLogout
    /// A limit without effect, since its controller is not delegated to the user.
    case limitIgnored
  }

  package var code: Code
  /// One sentence for users, with the remedy.
  package var text: String

  package init(code: Code, text: String) {
    self.code = code
    self.text = text
  }

  /// Creates the warning of a request that wakes the machine, if nothing can wake it.
  ///
  /// - Parameter problem: The reason, as a clause.
  package static func cannotWake(_ problem: String) -> Warning {
    Warning(code: .cannotWake, text: "nothing can wake this machine: \(problem)")
  }
}
