// How the paths look that requests watch.
extension Context {
  /// What a request that waits for changes will not hear of.
  func unwatchedWarnings(of request: Request) -> [Warning] {
    request.terms.needs.changes.watched.compactMap { what in
      device.seen.trouble(what, of: request.key.owner).map {
        Warning(code: .notWatched, text: "changes of \(what) are not all noticed: \($0)")
      }
    }
  }

  /// How what `request` watches looks by now.
  func stamps(of request: Request) -> [PathStamp] {
    request.terms.needs.changes.watched.compactMap { what in
      device.seen.stamp(what, of: request.key.owner).map { PathStamp(path: what, text: $0) }
    }
  }
}
