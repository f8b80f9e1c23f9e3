extension PopulationResult {
  /// Returns the first input in which an earlier result differs, as text with the name and the value of each; `nil` if
  /// a simulation of `self` can continue from it.
  package func difference(
    from earlier: PopulationResult
  ) -> (earlier: String, present: String)? {
    if let terms = Self.differences(earlier, self).first { return (terms.one, terms.other) }
    let (one, other) = (earlier.shard?.number ?? 1, shard?.number ?? 1)
    return one == other ? nil : ("shard \(one)", "shard \(other)")
  }

  /// Marks all its devices as simulated. Removes the file of the promises, which only commands for the rest of a
  /// population need.
  package mutating func complete() {
    done = nil
    guard shard == nil else { return }
    terms.expect = nil
  }

  /// Whether it has the figures of as many devices as it says. A changed or damaged file may not.
  package var isConsistent: Bool {
    let size = (shard ?? .whole).size(of: terms.population)
    let count = done ?? size
    return 0...size ~= count && result.figures.device.devices == Int64(count)
      && (result.promises ?? []).allSatisfy { $0.devices == count && 0...count ~= $0.kept }
  }
}
