import OrderedCollections

/// The registered apps, by key.
struct AppsByKey: Sendable {
  private var apps: OrderedDictionary<AppKey, Shared<App>> = [:]
  /// The places in `apps` in the order of keys; nil since an app came or went.
  private var places: [Int]?
  /// What the apps of each owner declare takes up.
  private var sizes: [UInt32: Int] = [:]

  subscript(key: AppKey) -> Shared<App>? { apps[key] }

  /// In the order in which they were registered, or loaded.
  var all: some Collection<Shared<App>> { apps.values }

  func count(of owner: UInt32) -> Int { apps.keys.count { $0.owner == owner } }

  /// What all apps of `owner` declare takes up.
  func textSize(of owner: UInt32) -> Int { sizes[owner] ?? 0 }

  /// Puts `app` in the place of the one with its key, or adds it.
  mutating func put(_ app: App) {
    let old = apps.updateValue(Shared(app), forKey: app.key)
    if old == nil { places = nil }
    sizes[app.key.owner, default: 0] += app.textSize - (old?.value.textSize ?? 0)
  }

  /// Takes out the app of `key`. Returns whether there was one.
  mutating func remove(_ key: AppKey) -> Bool {
    guard let old = apps.removeValue(forKey: key) else { return false }
    places = nil
    sizes[key.owner, default: 0] -= old.value.textSize
    return true
  }

  /// The habits of the user's apps but one, in the order of their keys.
  mutating func habits(of owner: UInt32, but key: AppKey) -> [AppHabit] {
    let (order, apps) = (placesInOrder(), apps.values)
    return order.compactMap { place in
      let app = apps[place]
      return app.value.key.owner == owner && app.value.key != key ? app.value.habit : nil
    }
  }

  private mutating func placesInOrder() -> [Int] {
    if let places { return places }
    let keys = apps.keys
    let order = keys.indices.sorted { keys[$0] < keys[$1] }
    places = order
    return order
  }
}
