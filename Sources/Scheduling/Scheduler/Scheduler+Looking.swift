import OrderedCollections

// What must be read because nobody tells of it: before a start, and while something depends on it.
extension Scheduler {
  /// Whether `contenders` must wait until the machine has been looked at.
  mutating func awaitsLook(_ contenders: [Contender], at now: Instant) -> Bool {
    guard !contenders.isEmpty else { return false }
    let unknown = contenders.flatMap { contender in
      let paths = requests[contender.slot]?.request.needs.paths ?? []
      return paths.filter { device.raw.isThere($0) == nil }
    }
    switch readings.awaitsLook(
      at: now.boot, unknown: unknown, watched: watchedPaths, settings: settings)
    {
    case .fresh: return false
    case .awaited: return true
    case .needed:
      effects.append(.withdraw(.look))
      return true
    }
  }

  /// What has to be read from time to time: all, while something runs; else what alone keeps a gate
  /// closed.
  package var attention: Attention {
    guard readings.isRead, !readings.hold.isFrozen else { return [] }
    var attention: Attention = activeRuns.isEmpty ? [] : .all
    for index in 0..<queues.gateCount {
      guard let gate = queues.gate(index), gate.answer?.decision.permits == false else { continue }
      let parts = gate.holds.map(\.traits.attention)
      if !parts.contains(nil) { attention.formUnion(Attention(parts.compactMap(\.self))) }
    }
    return attention
  }

  /// Whether a request of `owner` asks for `path`: what it is, is told to nobody else but who sees all.
  package func isNamed(_ path: ExactString, by owner: UInt32) -> Bool {
    requests.isNamed(path, by: owner)
  }

  /// The paths that requests ask for, in order.
  package var watchedPaths: [ExactString] { requests.paths }
}
