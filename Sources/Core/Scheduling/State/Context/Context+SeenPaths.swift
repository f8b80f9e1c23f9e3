// The states of watched paths.
extension Context {
  /// Returns a warning for each path that `request` watches and whose changes are not all detected.
  func unwatchedWarnings(of request: Request) -> [Warning] {
    request.terms.needs.changes.watched.compactMap { path in
      device.seen.trouble(path, of: request.key.owner).map {
        Warning(code: .notWatched, text: "not all changes of \(path) are detected: \($0)")
      }
    }
  }

  /// Returns the last seen state of each path that `request` watches; paths without a known state are left out.
  func stamps(of request: Request) -> [PathStamp] {
    request.terms.needs.changes.watched.compactMap { path in
      device.seen.stamp(path, of: request.key.owner).map { PathStamp(path: path, text: $0) }
    }
  }
}
