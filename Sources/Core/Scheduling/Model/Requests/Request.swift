/// Work that waits for its moment: which it is, what it asks for, when its window is, and what has come of it.
package struct Request: Hashable, Sendable {
  package var key: RequestKey
  /// Unique for ever and rising in the order of acceptance: tells a request from a later one of
  /// the same key.
  package var sequence: Int64
  package var submitted: WallTime
  package var terms: Terms
  /// From the dates that were asked for, and moved on after each run of what comes back.
  package var window: Window
  package var period: Period?
  package var progress = Progress()

  package init(
    key: RequestKey, sequence: Int64, _ terms: Terms, submitted: WallTime, window: Window
  ) {
    self.key = key
    self.sequence = sequence
    self.terms = terms
    self.submitted = submitted
    self.window = window
  }
}
