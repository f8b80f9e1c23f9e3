import Scheduling

/// A requested task of an installed app that neither waits nor runs: it was never submitted, or its request was
/// consumed when it began.
struct UnscheduledTask {
  private let identifier: String
  private let app: App
  /// The task's newest run; `nil` if there is none.
  private let last: Run?

  /// Maximum number of queued identifiers in the message.
  private static let mostNamed = 5

  /// Finds the installed app of the task: the app that was named or that ran it last, or else one that permits its
  /// identifier or whose id begins it.
  ///
  /// - Parameters:
  ///   - key: The requested task, without its app if none was named.
  ///   - last: The newest run of this name.
  ///   - seesAll: Whether apps of other users are included.
  /// - Returns: `nil` if no installed app matches, or if the newest run was no task.
  init?(_ key: RequestKey, _ last: Run?, _ view: any EngineView, seesAll: Bool) {
    if let last, !last.isTask { return nil }
    // The last run is of a known app and user, also if the caller named neither.
    let namedApp = (last?.key.app ?? key.app).map { id in
      AppKey(owner: last?.key.owner ?? key.owner, id: id)
    }
    let candidates: [App] =
      if let namedApp { [view.core.app(namedApp)].compactMap(\.self) } else { view.core.allApps }
    let matching = candidates.filter { app in
      guard app.installation != nil, seesAll || app.key.owner == key.owner else { return false }
      return namedApp != nil || app.permits(key.id) || key.id.hasPrefix("\(app.key.id).")
    }
    guard let app = matching.first(where: { $0.permits(key.id) }) ?? matching.first else {
      return nil
    }
    (identifier, self.app, self.last) = (key.id, app, last)
  }

  /// Returns the refusal of a call that names the task. Its message says that the task is not queued, and adds its last
  /// outcome, its obstacles and the remedy.
  func refusal(_ view: any EngineView) -> Refusal {
    let obstacles = view.core.obstacles(to: identifier, of: app, last?.kind, at: view.now)
    let advice = (obstacles + [remedy(view)]).map(\.capitalizedFirst)
    let sentences =
      ["No task request with identifier '\(identifier)' has been scheduled", lastOutcome] + advice
    return Refusal(
      .notFound, field: "id", value: identifier, message: sentences.joined(separator: ". "))
  }

  /// The end of the last run, as a sentence without a full stop.
  private var lastOutcome: String {
    guard let last, let ending = last.ending else { return "It has not run yet" }
    return "Its last run, \(last.id), ended at \(ending.at.text): \(ending.happened)"
  }

  /// Returns the last sentence of the message: how the app can queue the task, if its identifiers permit that, and the
  /// ids of the app's queued requests, for a caller who has mistyped the identifier.
  private func remedy(_ view: any EngineView) -> String {
    let queuedIDs = view.core.keys(of: app.key).map(\.id)
    let queuedText =
      queuedIDs.isEmpty
      ? "its app has none queued"
      : "queued requests of its app: \(queuedIDs.enumerated(first: Self.mostNamed))"
    // An app does not submit its background fetch. It sets an interval, and the fetch is queued for it.
    if identifier == TaskCategory.fetchIdentifier {
      return "call setMinimumBackgroundFetchInterval in the app; " + queuedText
    }
    guard app.permits(identifier) else { return queuedText }
    let submit = last == nil ? "Submit it in the app; " : "Submit it again in the app; "
    return submit + queuedText
  }
}

extension String {
  /// The text with a capital first letter, as a sentence begins.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
