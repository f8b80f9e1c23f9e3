/// The last seen states of watched paths, and why some cannot be watched. Not stored, since every observer reports
/// them again. The state of a path at the start of a run is stored with the request.
struct SeenPaths: Sendable {
  private struct WatchedPath: Hashable {
    var owner: UInt32
    var path: ExactString
  }

  private struct SeenState {
    /// A text that differs after each change of the path; `nil` if it is unknown.
    var stamp: String?
    /// Why not all changes of the path are detected; `nil` if they are.
    var trouble: String?
  }

  private var states: [WatchedPath: SeenState] = [:]

  /// Returns why `path` is not watched for `owner`; `nil` if it is watched or unknown.
  func trouble(_ path: ExactString, of owner: UInt32) -> String? {
    states.isEmpty ? nil : states[WatchedPath(owner: owner, path: path)]?.trouble
  }

  /// Returns the last stamp of `path`; `nil` if it is unknown.
  func stamp(_ path: ExactString, of owner: UInt32) -> String? {
    states.isEmpty ? nil : states[WatchedPath(owner: owner, path: path)]?.stamp
  }

  /// Records the state of a watched path, or the reason why it cannot be watched. A bump of a key changes nothing.
  mutating func apply(_ report: ChangeReport) {
    let watched = WatchedPath(owner: report.owner, path: report.pathOrKey)
    switch report.news {
    case .bumped: break
    case .changed(let stamp): states[watched, default: SeenState()].stamp = stamp
    case .watched(let stamp, _): states[watched] = SeenState(stamp: stamp)
    case .unwatchable(let reason): states[watched, default: SeenState()].trouble = reason
    }
  }

  /// Forgets `path`, which is no longer watched for `owner`.
  mutating func forget(_ path: ExactString, of owner: UInt32) {
    if !states.isEmpty { states[WatchedPath(owner: owner, path: path)] = nil }
  }
}
