/// Work that waits to be run: its identity, its terms, its window and its progress.
package struct Request: Hashable, Sendable {
  package var key: RequestKey
  /// A number that is unique forever and rises in the order of acceptance. It distinguishes a request from a later one
  /// of the same key.
  package var sequence: Int64
  package var submitted: WallTime
  private var sharedTerms: Shared<Terms>
  /// The window from the dates of the submission; periodic work gets the next one after each run.
  package var window: Window
  package var period: Period?
  @Boxed package var progress: Progress

  package init(
    key: RequestKey, sequence: Int64, _ terms: Terms, submitted: WallTime, window: Window
  ) {
    self.key = key
    self.sequence = sequence
    sharedTerms = Shared(terms)
    self.submitted = submitted
    self.window = window
  }

  /// The options. Copies of the request share them, and each change makes a copy.
  package var terms: Terms {
    get { sharedTerms.value }
    set { sharedTerms = Shared(newValue) }
  }

  /// Returns whether both share their terms, as the states of one request nearly always do.
  func sharesTerms(with other: Request) -> Bool { sharedTerms === other.sharedTerms }
}
