// The states of watched paths.
extension Context {
  /// Returns warnings about the changes that a watching request will not notice.
  func unwatchedWarnings(of request: Request) -> [Warning] {
    request.terms.needs.changes.watched.compactMap { what in
      device.seen.trouble(what, of: request.key.owner).map {
        Warning(code: .notWatched, text: "not all changes of \(what) are detected: \($0)")
      }
    }
  }

  /// Returns the present states of the paths that `request` watches.
  func stamps(of request: Request) -> [PathStamp] {
    request.terms.needs.changes.watched.compactMap { what in
      device.seen.stamp(what, of: request.key.owner).map { PathStamp(path: what, text: $0) }
    }
  }
}
