/// The requests by the changes they wait for: a report costs the same with ten requests and with a hundred thousand.
struct ObserverIndex: Sendable {
  private struct Watched: Hashable {
    var owner: UInt32
    var pathOrKey: ExactString
  }

  /// The requests, in the order of their keys.
  private var watching: [Watched: [RequestKey]] = [:]
  /// The watched paths, in order.
  private var pathsOfOwner: [UInt32: [ExactString]] = [:]
  /// The number of changes in the set of an owner's watched paths.
  private var versions: [UInt32: Int] = [:]

  /// Returns the requests of `owner` that watch `pathOrKey`, in order.
  func requests(watching pathOrKey: ExactString, of owner: UInt32) -> [RequestKey] {
    watching[Watched(owner: owner, pathOrKey: pathOrKey)] ?? []
  }

  /// The owners whose requests watch, or have watched, paths, each with a number that rises when their set of paths
  /// changes.
  var pathVersions: [(owner: UInt32, version: Int)] {
    versions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Returns the paths that requests of `owner` watch, in order.
  func paths(of owner: UInt32) -> [ExactString] {
    pathsOfOwner[owner] ?? []
  }

  /// Updates the index for a request that was added (`old` is `nil`), replaced, or removed (`new` is `nil`).
  mutating func replace(_ old: Shared<Request>?, by new: Shared<Request>?) {
    let oldWatched = old?.value.terms.needs.changes.watched ?? []
    let newWatched = new?.value.terms.needs.changes.watched ?? []
    guard oldWatched != newWatched else { return }
    if let old {
      for pathOrKey in oldWatched where !newWatched.contains(pathOrKey) {
        remove(old.value.key, pathOrKey)
      }
    }
    if let new {
      for pathOrKey in newWatched where !oldWatched.contains(pathOrKey) {
        add(new.value.key, pathOrKey)
      }
    }
  }

  /// Adds a request, in the order of keys, to the watchers of a path or key.
  private mutating func add(_ key: RequestKey, _ pathOrKey: ExactString) {
    let watched = Watched(owner: key.owner, pathOrKey: pathOrKey)
    // Removed first, so that the list is changed in place.
    var requests = watching.removeValue(forKey: watched) ?? []
    if requests.isEmpty { addPath(watched) }
    requests.insert(key, at: requests.firstIndex { key < $0 } ?? requests.count)
    watching[watched] = requests
  }

  /// Removes a request from the watchers of a path or key.
  private mutating func remove(_ key: RequestKey, _ pathOrKey: ExactString) {
    let watched = Watched(owner: key.owner, pathOrKey: pathOrKey)
    guard var requests = watching.removeValue(forKey: watched) else { return }
    requests.removeAll { $0 == key }
    if requests.isEmpty { removePath(watched) } else { watching[watched] = requests }
  }

  /// Adds a path to its owner's paths, since its first request watches it now, and raises their version. The version
  /// shows the daemon that it must send the paths to the owner's observer. Ignores a key, which is not a path.
  private mutating func addPath(_ watched: Watched) {
    guard ChangeTrigger.isPath(watched.pathOrKey) else { return }
    versions[watched.owner, default: 0] += 1
    // Removed first, so that the list is changed in place.
    var paths = pathsOfOwner.removeValue(forKey: watched.owner) ?? []
    paths.insert(watched.pathOrKey, at: paths.firstIndex { watched.pathOrKey < $0 } ?? paths.count)
    pathsOfOwner[watched.owner] = paths
  }

  /// Removes a path, which no request watches any more, from its owner's paths, and raises their version. Ignores a
  /// key, which is not a path.
  private mutating func removePath(_ watched: Watched) {
    guard ChangeTrigger.isPath(watched.pathOrKey) else { return }
    versions[watched.owner, default: 0] += 1
    var paths = pathsOfOwner.removeValue(forKey: watched.owner) ?? []
    paths.removeAll { $0 == watched.pathOrKey }
    pathsOfOwner[watched.owner] = paths.isEmpty ? nil : paths
  }
}
