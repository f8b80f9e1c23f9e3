/// The last seen states of watched paths, and why some cannot be watched. Not stored, since every observer reports
/// them again. The state of a path at the start of a run is stored with the request.
struct SeenPaths: Sendable {
  private struct Place: Hashable {
    var owner: UInt32
    var path: ExactString
  }

  private struct Sight {
    var stamp: String?
    var trouble: String?
  }

  private var sights: [Place: Sight] = [:]

  /// Returns why `path` is not watched for `owner`; `nil` if it is watched or unknown.
  func trouble(_ path: ExactString, of owner: UInt32) -> String? {
    sights.isEmpty ? nil : sights[Place(owner: owner, path: path)]?.trouble
  }

  /// Returns the last stamp of `path`; `nil` if it is unknown.
  func stamp(_ path: ExactString, of owner: UInt32) -> String? {
    sights.isEmpty ? nil : sights[Place(owner: owner, path: path)]?.stamp
  }

  /// Records the state of a watched path, or the reason why it cannot be watched. A bump of a key changes nothing.
  mutating func apply(_ report: ChangeReport) {
    let place = Place(owner: report.owner, path: report.pathOrKey)
    switch report.news {
    case .bumped: break
    case .changed(let stamp): sights[place, default: Sight()].stamp = stamp
    case .watched(let stamp, _): sights[place] = Sight(stamp: stamp)
    case .unwatchable(let reason): sights[place, default: Sight()].trouble = reason
    }
  }

  /// Forgets `path`, which is no longer watched for `owner`.
  mutating func forget(_ path: ExactString, of owner: UInt32) {
    if !sights.isEmpty { sights[Place(owner: owner, path: path)] = nil }
  }
}
