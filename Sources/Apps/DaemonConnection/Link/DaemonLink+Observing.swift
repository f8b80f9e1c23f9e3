import BackgroundTasks
import Control

extension DaemonLink {
  /// Submits an observer, so that changes wake the app. An earlier observer with the same identifier is replaced; the
  /// daemon keeps its state.
  func submit(_ terms: ObserverTerms) throws(BGTaskScheduler.Error) {
    // A wake is a request of the kind of remote notifications.
    _ = try call(
      Submit(
        id: terms.identifier, app: try app(), kind: "push",
        task: TaskClassInfo(category: KnownTaskCategory.observer.rawValue),
        whenChanged: terms.watched,
        atMost: terms.atMost, updateDelay: terms.updateDelay, longestDelay: terms.longestDelay))
  }

  /// Stores the identifiers that have handlers, and reports them. Without a connection, the next daemon receives them
  /// when the process attaches.
  func noteHandlers(_ handlers: [String]) {
    state.withLock { link.handlers = handlers }
    // The report of the launch contains the identifiers, and can be repeated.
    reports.async { [self] in reportLaunched() }
  }
}
