import OrderedCollections

/// The registered apps, by key.
struct AppsByKey: Sendable {
  private var apps: OrderedDictionary<AppKey, Shared<App>> = [:] {
    didSet { revision += 1 }
  }
  /// The number of changes of apps.
  var revision = 0
  /// The indices in `apps` of each owner's apps in the order of keys; `nil` after an app was added or removed.
  private var indicesByKey: [UInt32: [Int]]?
  /// The size of the declarations of each owner's apps.
  private var sizes: [UInt32: Int] = [:]

  subscript(key: AppKey) -> Shared<App>? { apps[key] }

  subscript(index: Int) -> Shared<App> { apps.values[index] }

  /// Returns the same app, which is mostly still at `index`: to compare keys is faster than to search for one. Sets
  /// `index` to its present index.
  func app(of key: AppKey, at index: inout Int) -> Shared<App>? {
    if index >= apps.count || apps.keys[index] != key {
      guard let found = apps.index(forKey: key) else { return nil }
      index = found
    }
    return apps.values[index]
  }

  /// The apps in the order in which they were registered, or loaded.
  var all: some Collection<Shared<App>> { apps.values }

  /// Returns the number of apps of `owner`.
  func count(of owner: UInt32) -> Int { apps.keys.count { $0.owner == owner } }

  /// Returns the size of the declarations of all apps of `owner`.
  func textSize(of owner: UInt32) -> Int { sizes[owner] ?? 0 }

  /// Replaces the app with the same key by `app`, or adds it.
  mutating func put(_ app: Shared<App>) {
    let key = app.value.key
    let old = apps.updateValue(app, forKey: key)
    if old == nil { indicesByKey = nil }
    sizes[key.owner, default: 0] += app.value.textSize - (old?.value.textSize ?? 0)
  }

  /// Returns the place of the app of `key` in `all`, which changes only when an app is removed; `nil` if there is none.
  func index(of key: AppKey) -> Int? { apps.index(forKey: key) }

  /// Replaces the app at `index` by `app`, which has the same key and declaration, and therefore the same size.
  mutating func update(_ app: Shared<App>, at index: Int) { apps.values[index] = app }

  /// Removes the app of `key`. Returns whether there was one.
  mutating func remove(_ key: AppKey) -> Bool {
    guard let old = apps.removeValue(forKey: key) else { return false }
    indicesByKey = nil
    sizes[key.owner, default: 0] -= old.value.textSize
    return true
  }

  /// Returns all apps of `owner` except `key`, in the order of their keys. `UserHabit.noteOpen` learns from them that
  /// these apps were not opened. The fixed order makes the learned numbers equal in every process.
  mutating func apps(of owner: UInt32, but key: AppKey) -> [Shared<App>] {
    let (indices, own) = (sortedIndices(of: owner), apps.index(forKey: key))
    let apps = apps.values.elements
    var others: [Shared<App>] = []
    others.reserveCapacity(indices.count)
    for index in indices where index != own { others.append(apps[index]) }
    return others
  }

  /// Returns the indices in `apps` of the apps of `owner` in the order of keys. Sorts only after an app was added or
  /// removed.
  private mutating func sortedIndices(of owner: UInt32) -> [Int] {
    if let indicesByKey { return indicesByKey[owner] ?? [] }
    let keys = apps.keys
    let sorted = keys.indices.sorted { keys[$0] < keys[$1] }
    let byOwner = Dictionary(grouping: sorted) { keys[$0].owner }
    indicesByKey = byOwner
    return byOwner[owner] ?? []
  }
}
