import Control

extension DaemonLink {
  /// Has the app woken when something has changed. The daemon keeps what it knows of an earlier one with this identifier.
  func submit(_ terms: ObserverTerms) throws(BGTaskScheduler.Error) {
    _ = try call(
      Submit(
        id: terms.identifier, app: try app(), kind: "push",
        task: TaskClassInfo(category: KnownTaskCategory.observer.rawValue),
        whenChanged: terms.watched,
        atMost: terms.atMost, updateDelay: terms.updateDelay, longestDelay: terms.longestDelay))
  }

  /// A daemon that is gone is told when the process attaches to the next one.
  func noteHandlers(_ handlers: [String]) {
    let process: Int64? = state.withLock {
      link.handlers = handlers
      return link.attachment?.process
    }
    guard let process else { return }
    reports.async { [self] in tellLaunched(process) }
  }
}
