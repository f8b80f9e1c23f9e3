import OrderedCollections

/// The requests by the requests that they follow, and the requests that have completed recently.
struct DependentIndex: Sendable {
  /// The maximum number of completed requests of a user that are remembered; the oldest is forgotten first.
  static let mostCompleted = 1000

  /// The requests that follow a key, in the order of their keys.
  private var dependents: [RequestKey: [RequestKey]] = [:]
  /// Requests that have completed and are no longer queued. A request that is submitted later can still follow these.
  private var completed: [UInt32: OrderedSet<String>] = [:]

  /// Whether no request follows another.
  var isEmpty: Bool { dependents.isEmpty }

  /// The keys that requests follow, in order.
  var predecessors: [RequestKey] { dependents.keys.sorted() }

  /// Returns the requests that follow `key`, in order.
  func requests(after key: RequestKey) -> [RequestKey] { dependents[key] ?? [] }

  /// Returns whether the request of `key` has completed recently and is no longer queued.
  func hasCompleted(_ key: RequestKey) -> Bool {
    key.app == nil && completed[key.owner]?.contains(key.id) == true
  }

  /// Remembers that the request of `key` has completed and is no longer queued. Requests of apps cannot be followed.
  mutating func noteCompleted(_ key: RequestKey) {
    guard key.app == nil else { return }
    // Removed first, so that the set is changed in place.
    var ids = completed.removeValue(forKey: key.owner) ?? []
    ids.remove(key.id)
    ids.append(key.id)
    if ids.count > Self.mostCompleted { ids.removeFirst() }
    completed[key.owner] = ids
  }

  /// Remembers the completed requests that `other` remembers. Called after a failed commit, when `other` is the index
  /// before it.
  mutating func keepCompleted(of other: DependentIndex) { completed = other.completed }

  /// Updates the index for a request that was added (`old` is `nil`), replaced, or removed (`new` is `nil`).
  mutating func replace(_ old: Shared<Request>?, by new: Shared<Request>?) {
    // A request that is queued is no longer a completed one.
    if let new, !completed.isEmpty, new.value.key.app == nil {
      completed[new.value.key.owner]?.remove(new.value.key.id)
    }
    let oldKeys = old?.value.predecessorKeys ?? []
    let newKeys = new?.value.predecessorKeys ?? []
    guard oldKeys != newKeys else { return }
    if let old {
      for key in oldKeys where !newKeys.contains(key) { remove(old.value.key, after: key) }
    }
    if let new {
      for key in newKeys where !oldKeys.contains(key) { add(new.value.key, after: key) }
    }
  }

  /// Adds the request of `key` to the requests that follow `predecessor`.
  private mutating func add(_ key: RequestKey, after predecessor: RequestKey) {
    // Removed first, so that the list is changed in place.
    var keys = dependents.removeValue(forKey: predecessor) ?? []
    keys.insert(key, at: Self.position(of: key, in: keys))
    dependents[predecessor] = keys
  }

  /// Removes the request of `key` from the requests that follow `predecessor`.
  private mutating func remove(_ key: RequestKey, after predecessor: RequestKey) {
    guard var keys = dependents.removeValue(forKey: predecessor) else { return }
    let position = Self.position(of: key, in: keys)
    if position < keys.count, keys[position] == key { keys.remove(at: position) }
    if !keys.isEmpty { dependents[predecessor] = keys }
  }

  /// Returns the position of `key` in the sorted `keys`, or the position to insert it at. A binary search.
  private static func position(of key: RequestKey, in keys: [RequestKey]) -> Int {
    var (low, high) = (0, keys.count)
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension Request {
  /// The keys of the requests that it follows.
  var predecessorKeys: [RequestKey] {
    terms.needs.predecessors.isEmpty
      ? [] : terms.needs.predecessors.all.map { RequestKey(owner: key.owner, app: nil, id: $0) }
  }
}
