/// The work of the tasks. The app's implementation uses a network and files, a test's implementation the bench's clock.
public protocol FeedWork: Sendable {
  /// Downloads the newest articles.
  func refresh() async throws

  /// Removes some old articles, and returns whether more are left. A removed article stays removed if the task expires.
  func removeOldArticles() async throws -> Bool
}
