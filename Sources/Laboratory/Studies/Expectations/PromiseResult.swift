import Simulation

/// The result of a promise over all seeds.
package struct PromiseResult: Hashable, Sendable {
  package struct Case: Hashable, Codable, Sendable {
    package var seed: UInt64
    package var isKept: Bool
    /// The value of the task that was furthest from the bound.
    package var measure: Observed
    package var distance: Double
  }

  package var promise: Promise
  package var cases: [Case]

  /// The number of worlds in which the promise is kept.
  package var kept: Int { cases.count(where: \.isKept) }

  /// Whether the promise is kept in its share of the worlds.
  package var isKept: Bool { Self.isEnough(kept, of: cases.count, share: promise.share) }

  /// Whether `kept` of `all` worlds or devices are the share in which a promise must be kept. With a share of 0.07, 7
  /// of 100 are enough, although 0.07 * 100 is slightly more than 7 as a double.
  static func isEnough(_ kept: Int, of all: Int, share: Double) -> Bool {
    Double(kept) >= share * Double(all) - 1e-9
  }

  /// The broken case that is furthest from the bound, or the first of several; `nil` if none is broken.
  package var worst: Case? {
    cases.filter { !$0.isKept }.reduce(nil) { worst, next in
      guard let worst, worst.distance >= next.distance else { return next }
      return worst
    }
  }
}

/// The results of a file's promises.
package struct ExpectationReport: Hashable, Sendable {
  /// The file's name as it was given.
  package var name: String
  package var seeds: [UInt64]
  /// The kind of number that identifies its worlds.
  package var worlds = Subject.Worlds.seed
  package var results: [PromiseResult]

  package var isKept: Bool { results.allSatisfy(\.isKept) }
}

extension ExpectationReport {
  /// Creates the report of promises about a subject, without worlds.
  package init(_ expectations: Expectations, of subject: Subject) {
    name = subject.name
    seeds = []
    worlds = subject.worlds
    results = expectations.promises.map { PromiseResult(promise: $0, cases: []) }
  }

  /// Adds the results of one world, in the order of the promises.
  package mutating func add(_ cases: [PromiseResult.Case], seed: UInt64) {
    seeds.append(seed)
    for (index, result) in cases.enumerated() { results[index].cases.append(result) }
  }
}
