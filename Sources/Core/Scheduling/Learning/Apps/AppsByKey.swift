import OrderedCollections

/// The registered apps, by key.
struct AppsByKey: Sendable {
  private var apps: OrderedDictionary<AppKey, Shared<App>> = [:]
  /// The indices in `apps` in the order of keys; `nil` after an app was added or removed.
  private var indicesByKey: [Int]?
  /// The size of the declarations of each owner's apps.
  private var sizes: [UInt32: Int] = [:]

  subscript(key: AppKey) -> Shared<App>? { apps[key] }

  /// The apps in the order in which they were registered, or loaded.
  var all: some Collection<Shared<App>> { apps.values }

  /// Returns the number of apps of `owner`.
  func count(of owner: UInt32) -> Int { apps.keys.count { $0.owner == owner } }

  /// Returns the size of the declarations of all apps of `owner`.
  func textSize(of owner: UInt32) -> Int { sizes[owner] ?? 0 }

  /// Replaces the app with the same key by `app`, or adds it.
  mutating func put(_ app: App) {
    let old = apps.updateValue(Shared(app), forKey: app.key)
    if old == nil { indicesByKey = nil }
    let growth = app.textSize - (old?.value.textSize ?? 0)
    // Nearly always only the use of the app has changed.
    if growth != 0 { sizes[app.key.owner, default: 0] += growth }
  }

  /// Removes the app of `key`. Returns whether there was one.
  mutating func remove(_ key: AppKey) -> Bool {
    guard let old = apps.removeValue(forKey: key) else { return false }
    indicesByKey = nil
    sizes[key.owner, default: 0] -= old.value.textSize
    return true
  }

  /// Returns the habits of all apps of `owner` except `key`, in the order of their keys. `UserHabit.noteOpen` learns
  /// from them that these apps were not opened. The fixed order makes the learned numbers equal in every process.
  mutating func habits(of owner: UInt32, but key: AppKey) -> [AppHabit] {
    let (indices, keys, apps) = (sortedIndices(), apps.keys, apps.values)
    var habits: [AppHabit] = []
    habits.reserveCapacity(indices.count)
    for index in indices where keys[index].owner == owner && keys[index] != key {
      habits.append(apps[index].value.habit)
    }
    return habits
  }

  /// Returns the indices in `apps` in the order of keys. Sorts only after an app was added or removed.
  private mutating func sortedIndices() -> [Int] {
    if let indicesByKey { return indicesByKey }
    let keys = apps.keys
    let sorted = keys.indices.sorted { keys[$0] < keys[$1] }
    indicesByKey = sorted
    return sorted
  }
}
