/// Whether a promise was kept, over all seeds.
package struct PromiseResult: Hashable, Sendable {
  package struct Case: Hashable, Sendable {
    package var seed: UInt64
    package var isKept: Bool
    /// Of the task for which it was furthest off.
    package var measure: Observed
    package var distance: Double
  }

  package var promise: Promise
  package var cases: [Case]

  package var kept: Int { cases.count(where: \.isKept) }

  package var isKept: Bool { Double(kept) >= promise.share * Double(cases.count) - 1e-9 }

  /// The one that is furthest from what was promised, the first of those.
  package var worst: Case? {
    cases.filter { !$0.isKept }.reduce(nil) { worst, next in
      guard let worst, worst.distance >= next.distance else { return next }
      return worst
    }
  }
}

/// What came of a file's promises.
package struct ExpectationReport: Hashable, Sendable {
  /// As the file was named.
  package var name: String
  package var seeds: [UInt64]
  /// What tells its worlds from each other.
  package var worlds = Subject.Worlds.seed
  package var results: [PromiseResult]

  package var isKept: Bool { results.allSatisfy(\.isKept) }
}
