/// Pending and running requests, by key. Each has a **slot**, its index in the table, until it is removed. The slot is
/// then used again. Iteration follows slots, so it is the same in every process.
struct RequestsByKey: Sendable {
  private struct Entry: Sendable {
    let request: Shared<Request>
    /// See `Request.textSize`.
    let textSize: Int
    /// When it joined the queue, possibly later than the request itself says (see `rejoin`).
    var turn: Turn

    /// Returns whether `other`, a request with the same key, has the same parts that `RequestsByKey` counts.
    func countsAlike(_ other: Shared<Request>) -> Bool {
      request.value.sharesTerms(with: other.value)
        || request.value.terms.countsAlike(other.value.terms)
    }
  }

  private var slots: [Entry?] = []
  private var freeSlots: [Int] = []
  private var slotOfKey: [RequestKey: Int] = [:]
  private var countOfOwner: [UInt32: Int] = [:]
  private var textSizeOfOwner: [UInt32: Int] = [:]
  /// Counts without the classes that have identifiers of their own.
  private var countOfKind: [AppKind: Int] = [:]
  private var countOfClass: [AppClass: Int] = [:]
  /// The number of requests of each owner that name each path.
  private var countOfPath: [ExactString: [UInt32: Int]] = [:]
  /// The number of requests of each owner that name each network.
  private var countOfNetwork: [ExactString: [UInt32: Int]] = [:]
  /// The named paths, in order.
  private(set) var paths: [ExactString] = []

  /// The slots of the requests that wake the machine, rising.
  private(set) var wakingSlots: [Int] = []
  /// The slots in which a request that wakes the machine has changed, since they were last removed. It may be gone.
  private var changedWaking: [Int] = []

  /// The requests of one kind of one app.
  private struct AppKind: Hashable {
    var owner: UInt32
    var app: String
    var kind: Kind
  }

  private struct AppClass: Hashable {
    var owner: UInt32
    var app: String
    var category: TaskCategory
  }

  var count: Int { slotOfKey.count }

  /// The number after the highest slot in use.
  var slotCount: Int { slots.count }

  /// Returns the slot of the request of `key`; `nil` if there is none.
  func slot(of key: RequestKey) -> Int? { slotOfKey[key] }

  func count(of owner: UInt32) -> Int { countOfOwner[owner] ?? 0 }

  /// Returns the size of the texts of all requests of `owner`, in bytes.
  func textSize(of owner: UInt32) -> Int { textSizeOfOwner[owner] ?? 0 }

  /// Returns the size of the texts of the request of `key`, in bytes; 0 if there is none.
  func textSize(of key: RequestKey) -> Int {
    slotOfKey[key].flatMap { slots[$0]?.textSize } ?? 0
  }

  /// Returns the number of requests of the kind in the app of `key`, including its own. Alarms and notifications are
  /// counted separately.
  func count(of kind: Kind, inAppOf key: RequestKey) -> Int {
    guard let app = key.app else { return 0 }
    return countOfKind[AppKind(owner: key.owner, app: app, kind: kind)] ?? 0
  }

  /// Returns the number of requests of a separately counted class in the app of `key`.
  func count(of category: TaskCategory, inAppOf key: RequestKey) -> Int {
    guard let app = key.app else { return 0 }
    return countOfClass[AppClass(owner: key.owner, app: app, category: category)] ?? 0
  }

  /// Counts a request that is added (`change` is 1), or no longer counts one that is removed (-1). Counted are its
  /// paths, its networks, and its class or kind in its app.
  private mutating func adjustCounts(of request: Request, by change: Int) {
    let owner = request.key.owner
    let needs = request.terms.needs
    for path in needs.paths { adjustCount(of: path, for: owner, by: change) }
    if !needs.networks.isEmpty {
      for name in needs.rightNetworks + needs.wrongNetworks {
        let count = (countOfNetwork[name]?[owner] ?? 0) + change
        countOfNetwork[name, default: [:]][owner] = count > 0 ? count : nil
        if countOfNetwork[name]?.isEmpty == true { countOfNetwork[name] = nil }
      }
    }
    guard let app = request.key.app else { return }
    // A class with identifiers of its own, such as alarms, has its own limit.
    if let task = request.terms.task, task.prefix != nil {
      let appClass = AppClass(owner: owner, app: app, category: task.category)
      let count = countOfClass[appClass, default: 0] + change
      countOfClass[appClass] = count > 0 ? count : nil
      return
    }
    let kind = AppKind(owner: owner, app: app, kind: request.terms.kind)
    countOfKind[kind] = (countOfKind[kind] ?? 0) + change
    if countOfKind[kind] == 0 { countOfKind[kind] = nil }
  }

  /// Adds `change` to the count of the owner's requests that name `path`. Adds the path to `paths` with its first
  /// request, and removes it with its last.
  private mutating func adjustCount(of path: ExactString, for owner: UInt32, by change: Int) {
    let isNew = countOfPath[path] == nil
    // Removed first, so that the counts are changed in place.
    var counts = countOfPath.removeValue(forKey: path) ?? [:]
    let count = counts[owner, default: 0] + change
    counts[owner] = count > 0 ? count : nil
    if !counts.isEmpty { countOfPath[path] = counts }
    if isNew, !counts.isEmpty {
      paths.insert(path, at: index(of: path))
    } else if !isNew, counts.isEmpty {
      paths.remove(at: index(of: path))
    }
  }

  /// Returns the index of `path` among the sorted paths, or the index to insert it at. A binary search.
  private func index(of path: ExactString) -> Int {
    var range = paths.indices
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      range = paths[middle] < path ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// Returns the request in `slot`; `nil` if the slot is free.
  subscript(slot: Int) -> Shared<Request>? { slots[slot]?.request }

  /// Returns whether the request in slot `left` comes before the request in `right`, if only their turns differ.
  func precedes(_ left: Int, _ right: Int) -> Bool {
    guard let left = slots[left], let right = slots[right] else { return false }
    if left.turn != right.turn { return left.turn < right.turn }
    return left.request.value.key < right.request.value.key
  }

  /// Returns when the request in `slot` joined the queue; `nil` if there is none.
  func turn(inSlot slot: Int) -> Turn? { slots[slot]?.turn }

  /// Puts the request in `slot` in the queue again, until a run of it moves it further back. Kept only in memory.
  mutating func rejoin(_ slot: Int, at turn: Turn) {
    slots[slot]?.turn = turn
  }

  subscript(key: RequestKey) -> Request? { shared(key)?.value }

  /// Returns the request of `key` without copying it; `nil` if there is none.
  func shared(_ key: RequestKey) -> Shared<Request>? {
    slotOfKey[key].flatMap { slots[$0]?.request }
  }

  /// Every request, in the order of slots.
  var all: some Sequence<Request> {
    slots.lazy.compactMap { $0?.request.value }
  }

  /// The requests that wake the machine, in the order of slots.
  var waking: some Sequence<Request> {
    wakingSlots.lazy.compactMap { slots[$0]?.request.value }
  }

  /// Returns the slots in which a request that wakes the machine has changed since the last call.
  mutating func removeChangedWaking() -> [Int] {
    if changedWaking.isEmpty { return [] }
    defer { changedWaking = [] }
    return changedWaking
  }

  /// Notes whether the request in `slot` wakes the machine; `false` also if the slot is free now. Called for each
  /// change of a slot, so that the moment of the next wake is computed again.
  private mutating func noteWaking(_ slot: Int, wakes: Bool) {
    if !wakes, wakingSlots.isEmpty { return }
    let index = wakingSlots.partitioningIndex { $0 >= slot }
    let wokeBefore = index < wakingSlots.count && wakingSlots[index] == slot
    if wakes || wokeBefore { changedWaking.append(slot) }
    if wakes, !wokeBefore { wakingSlots.insert(slot, at: index) }
    if !wakes, wokeBefore { wakingSlots.remove(at: index) }
  }

  /// Returns the keys of all requests with the identifier `id`, of any user and app.
  func keys(named id: String) -> [RequestKey] {
    slots.compactMap { entry in
      guard let entry, entry.request.value.key.id == id else { return nil }
      return entry.request.value.key
    }
  }

  /// Returns whether a request of `owner` names `path`.
  func isNamed(_ path: ExactString, by owner: UInt32) -> Bool {
    countOfPath[path]?[owner] != nil
  }

  /// Returns whether a request of `owner` names the network `name`.
  func isNamed(network name: ExactString, by owner: UInt32) -> Bool {
    countOfNetwork[name]?[owner] != nil
  }

  /// Reserves capacity for `count` requests.
  mutating func reserve(_ count: Int) {
    slots.reserveCapacity(count)
    slotOfKey.reserveCapacity(count)
  }

  /// Replaces the request in `known`, or adds the request in a new slot; returns the slot.
  ///
  /// - Parameters:
  ///   - known: The slot of its key, from `slot(of:)`.
  ///   - turn: When it joined the queue.
  mutating func put(_ request: Shared<Request>, in known: Int?, at turn: Turn) -> Int {
    let owner = request.value.key.owner
    let old = known.flatMap { slots[$0] }
    let isUpdate = old?.request.value.sequence == request.value.sequence
    // Nearly always, the counts stay the same.
    if old?.countsAlike(request) != true {
      // Counted before the old one is removed, so that a path of both stays in `paths`.
      adjustCounts(of: request.value, by: 1)
      if let old { adjustCounts(of: old.request.value, by: -1) }
    }
    // The texts of a sequence stay the same.
    let size = isUpdate ? old?.textSize ?? 0 : request.value.textSize
    let growth = size - (old?.textSize ?? 0)
    if growth != 0 { textSizeOfOwner[owner, default: 0] += growth }
    var entry = Entry(request: request, textSize: size, turn: turn)
    // An update of the same request does not move it forward in the queue.
    if isUpdate, let old { entry.turn = max(entry.turn, old.turn) }
    let slot = known ?? freeSlots.popLast() ?? slots.count
    if slot == slots.count { slots.append(entry) } else { slots[slot] = entry }
    if known == nil {
      slotOfKey[request.value.key] = slot
      countOfOwner[owner, default: 0] += 1
    }
    noteWaking(slot, wakes: request.value.terms.run.wakesMachine)
    return slot
  }

  /// Removes and returns the request of `key`; `nil` if there is none.
  mutating func remove(_ key: RequestKey) -> Shared<Request>? {
    textSizeOfOwner[key.owner, default: 0] -= textSize(of: key)
    guard let slot = slotOfKey.removeValue(forKey: key) else { return nil }
    let request = slots[slot]?.request
    if let request { adjustCounts(of: request.value, by: -1) }
    slots[slot] = nil
    noteWaking(slot, wakes: false)
    freeSlots.append(slot)
    countOfOwner[key.owner, default: 1] -= 1
    return request
  }
}
