/// What a submitter should know about a request that was accepted all the same, or whoever asks about it later.
package struct Warning: Hashable, Sendable {
  /// Stable codes.
  package enum Code: String, CaseIterable, Sendable {
    /// Under 15 minutes: another tool's work.
    case shortWindow
    /// A refresh that may never run.
    case noLatestDate
    /// It comes back, and its kind is that of work which a user waits for.
    case urgentPeriod
    /// A refresh whose runs are long.
    case longRefresh
    /// Its runs were killed whenever they were warned.
    case ignoresExpiration
    /// Its app does not list its identifier any more.
    case notListed
    /// Its app does not declare the background mode of its kind any more.
    case noBackgroundMode
    /// Its app registered no handler for it at its last launch.
    case noHandler
    /// Its last runs were all complete at once.
    case endsAtOnce
    /// Its earliest date was put off again and again.
    case putOff
    /// It took the place of one that comes back after each run, and has fewer options.
    case losesOptions
    /// It waits for the change of a path that cannot be watched.
    case notWatched
    /// It requires a path of which nobody tells whether it is there.
    case notLookedAt
  }

  package var code: Code
  /// One sentence for people, with what to do.
  package var text: String
}
