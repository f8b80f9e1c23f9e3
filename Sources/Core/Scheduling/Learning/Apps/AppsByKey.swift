import OrderedCollections

/// The registered apps, by key.
struct AppsByKey: Sendable {
  private var apps: OrderedDictionary<AppKey, Shared<App>> = [:]
  /// The indices in `apps` in the order of keys; `nil` after an app was added or removed.
  private var places: [Int]?
  /// The size of the declarations of each owner's apps.
  private var sizes: [UInt32: Int] = [:]

  subscript(key: AppKey) -> Shared<App>? { apps[key] }

  /// The apps in the order in which they were registered, or loaded.
  var all: some Collection<Shared<App>> { apps.values }

  func count(of owner: UInt32) -> Int { apps.keys.count { $0.owner == owner } }

  /// Returns the size of the declarations of all apps of `owner`.
  func textSize(of owner: UInt32) -> Int { sizes[owner] ?? 0 }

  /// Replaces the app with the same key by `app`, or adds it.
  mutating func put(_ app: App) {
    let old = apps.updateValue(Shared(app), forKey: app.key)
    if old == nil { places = nil }
    // Nearly always only the use of the app has changed.
    if let old, old.value.declaresSame(as: app) { return }
    sizes[app.key.owner, default: 0] += app.textSize - (old?.value.textSize ?? 0)
  }

  /// Removes the app of `key`. Returns whether there was one.
  mutating func remove(_ key: AppKey) -> Bool {
    guard let old = apps.removeValue(forKey: key) else { return false }
    places = nil
    sizes[key.owner, default: 0] -= old.value.textSize
    return true
  }

  /// Returns the habits of the user's other apps, in the order of their keys.
  mutating func habits(of owner: UInt32, but key: AppKey) -> [AppHabit] {
    let (order, keys, apps) = (placesInOrder(), apps.keys, apps.values)
    var habits: [AppHabit] = []
    habits.reserveCapacity(order.count)
    for place in order where keys[place].owner == owner && keys[place] != key {
      habits.append(apps[place].value.habit)
    }
    return habits
  }

  /// Returns the indices in `apps` in the order of keys. Sorts only after an app was added or removed.
  private mutating func placesInOrder() -> [Int] {
    if let places { return places }
    let keys = apps.keys
    let order = keys.indices.sorted { keys[$0] < keys[$1] }
    places = order
    return order
  }
}
