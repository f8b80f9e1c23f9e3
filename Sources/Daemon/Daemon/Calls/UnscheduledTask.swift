import Scheduling

/// A task of an installed app that neither waits nor runs, and is asked for: because it was never submitted, or because
/// its request was consumed when it began.
struct UnscheduledTask {
  private let identifier: String
  private let app: App
  /// Its newest run, if there is one.
  private let last: Run?

  /// So many identifiers of what is queued are named.
  private static let named = 5

  /// - Parameters:
  ///   - key: What is asked for, without its app where nobody named one.
  ///   - last: The newest run of this name.
  ///   - seesAll: Apps of other users are meant as well.
  /// - Returns: Nil where no installed app is meant.
  init?(_ key: RequestKey, _ last: Run?, _ view: any EngineView, seesAll: Bool) {
    if let last, !last.isTask { return nil }
    let named = (last?.key.app ?? key.app).map {
      AppKey(owner: last?.key.owner ?? key.owner, id: $0)
    }
    let apps = named.map { [view.core.app($0)].compactMap(\.self) } ?? view.core.allApps
    let meant = apps.filter { app in
      guard app.installation != nil, seesAll || app.key.owner == key.owner else { return false }
      return named != nil || app.permits(key.id) || key.id.hasPrefix("\(app.key.id).")
    }
    guard let app = meant.first(where: { $0.permits(key.id) }) ?? meant.first else { return nil }
    (identifier, self.app, self.last) = (key.id, app, last)
  }

  /// What is said: that it is not there, what became of it, what is in its way, and what to do.
  func refusal(_ view: any EngineView) -> Refusal {
    let obstacles = view.core.obstacles(to: identifier, of: app, last?.kind, at: view.now)
    let sentences =
      ["No task request with identifier '\(identifier)' has been scheduled", end]
      + (obstacles + [remedy(view, isPermitted: app.permits(identifier))]).map(\.capitalizedFirst)
    return Refusal(
      .notFound, field: "id", value: identifier, message: sentences.joined(separator: ". "))
  }

  private var end: String {
    guard let last, let ending = last.ending else { return "It has not run yet" }
    return "Its last run, \(last.id), ended at \(ending.at.text): \(ending.happened)"
  }

  private func remedy(_ view: any EngineView, isPermitted: Bool) -> String {
    let queued = view.core.keys(of: app.key).map(\.id)
    let names = queued.prefix(Self.named).joined(separator: ", ")
    let more = queued.count > Self.named ? " and \(queued.count - Self.named) more" : ""
    let others =
      queued.isEmpty ? "nothing of its app is queued" : "queued of its app: \(names)\(more)"
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
