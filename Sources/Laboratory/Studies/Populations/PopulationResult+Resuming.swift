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

  /// Whether it has the figures of as many devices as it says. A changed or damaged file may not.
  package var isConsistent: Bool {
    let size = (shard ?? .whole).size(of: terms.population)
    return result.figures.device.devices == Int64(done ?? size) && 0...size ~= (done ?? size)
  }
}
