/// What a submitter should know about a request that was accepted all the same.
package struct Warning: Hashable, Sendable {
  /// Stable codes.
  package enum Code: String, CaseIterable, Sendable {
    /// Under 15 minutes: another tool's work.
    case shortWindow
    /// A refresh that may never run.
    case noLatestDate
    /// A refresh whose runs are long.
    case longRefresh
    /// Its runs were killed whenever they were warned.
    case ignoresExpiration
  }

  package var code: Code
  /// One sentence for people, with what to do.
  package var text: String
}
