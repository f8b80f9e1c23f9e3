import OrderedCollections

/// The registered apps, by key.
struct AppTable: Sendable {
  private var apps: OrderedDictionary<AppKey, Shared<App>> = [:]
  /// The places in `apps` in the order of keys; nil since an app came or went.
  private var places: [Int]?

  subscript(key: AppKey) -> Shared<App>? { apps[key] }

  /// In the order in which they were registered, or loaded.
  var all: some Collection<Shared<App>> { apps.values }

  func count(of owner: UInt32) -> Int { apps.keys.count { $0.owner == owner } }

  /// What all apps of `owner` declare takes up.
  func textSize(of owner: UInt32) -> Int {
    var size = 0
    for app in apps.values where app.value.key.owner == owner { size += app.value.textSize }
    return size
  }

  /// Puts `app` in the place of the one with its key, or adds it.
  mutating func put(_ app: App) {
    if apps.updateValue(Shared(app), forKey: app.key) == nil { places = nil }
  }

  /// Takes out the app of `key`. Returns whether there was one.
  mutating func remove(_ key: AppKey) -> Bool {
    guard apps.removeValue(forKey: key) != nil else { return false }
    places = nil
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
