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
    let named = (last?.key.app ?? key.app).map {
      AppKey(owner: last?.key.owner ?? key.owner, id: $0)
    }
    let apps = named.map { [view.core.app($0)].compactMap(\.self) } ?? view.core.allApps
    let matching = apps.filter { app in
      guard app.installation != nil, seesAll || app.key.owner == key.owner else { return false }
      return named != nil || app.permits(key.id) || key.id.hasPrefix("\(app.key.id).")
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
    let sentences =
      ["No task request with identifier '\(identifier)' has been scheduled", lastOutcome]
      + (obstacles + [remedy(view, isPermitted: app.permits(identifier))]).map(\.capitalizedFirst)
    return Refusal(
      .notFound, field: "id", value: identifier, message: sentences.joined(separator: ". "))
  }

  /// The end of the last run, as a sentence without a full stop.
  private var lastOutcome: String {
    guard let last, let ending = last.ending else { return "It has not run yet" }
    return "Its last run, \(last.id), ended at \(ending.at.text): \(ending.happened)"
  }

  /// Returns the remedy: to submit the task in its app, if the app may submit it. It also lists the requests of the app
  /// that are queued.
  private func remedy(_ view: any EngineView, isPermitted: Bool) -> String {
    let queued = view.core.keys(of: app.key).map(\.id)
    let others =
      queued.isEmpty
      ? "its app has none queued"
      : "queued requests of its app: \(queued.enumerated(first: Self.mostNamed))"
    if identifier == TaskCategory.fetchIdentifier {
      return "call setMinimumBackgroundFetchInterval in the app; " + others
    }
    let submit = last == nil ? "Submit it in the app; " : "Submit it again in the app; "
    return (isPermitted ? submit : "") + others
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
