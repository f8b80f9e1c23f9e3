/// How the paths that requests watch were last seen, and why some cannot be watched. Told anew by whoever watches, it is
/// kept nowhere: how a path looked when a run began is kept with the request.
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

  /// Why `path` is not watched for `owner`; nil where it is, or nothing is known.
  func trouble(_ path: ExactString, of owner: UInt32) -> String? {
    sights.isEmpty ? nil : sights[Place(owner: owner, path: path)]?.trouble
  }

  /// How `path` looked last; nil where nothing is known.
  func stamp(_ path: ExactString, of owner: UInt32) -> String? {
    sights.isEmpty ? nil : sights[Place(owner: owner, path: path)]?.stamp
  }

  mutating func take(_ report: ChangeReport) {
    let place = Place(owner: report.owner, path: report.what)
    switch report.news {
    case .bumped: break
    case .changed(let stamp): sights[place, default: Sight()].stamp = stamp
    case .watched(let stamp, _): sights[place] = Sight(stamp: stamp)
    case .unwatchable(let reason): sights[place, default: Sight()].trouble = reason
    }
  }

  /// Nobody watches `path` for `owner` any more.
  mutating func forget(_ path: ExactString, of owner: UInt32) {
    if !sights.isEmpty { sights[Place(owner: owner, path: path)] = nil }
  }
}
