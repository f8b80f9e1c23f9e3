/// A finding of a test over a matrix: the same problem in one or more variants.
public struct BenchVariantFinding: Hashable, Sendable, CustomStringConvertible {
  /// The failure of the app in the first variant that has it; `nil` if the test itself has failed.
  public let failure: BenchFailure?
  /// The failed expectation or the error of the test in the first variant; `nil` for a failure of the app.
  public let problem: BenchVariantResult.Problem?
  /// The variants with this problem, in the order of the matrix; empty for a test without a matrix.
  public let variants: [BenchVariant]
  /// The number of variants of the test.
  public let total: Int
  /// The name of the test as an argument of `swift test --filter`.
  let test: String

  /// The problem in the first variant, the number of variants that have it, and the command that repeats the first.
  public var description: String {
    let text = failure?.description ?? problem?.description ?? ""
    return variants.isEmpty ? text : "\(text)\n  \(occurrence)"
  }

  /// The number of variants with this problem, and the command that repeats the first one.
  var occurrence: String {
    guard let first = variants.first else { return "" }
    return "In \(variants.count) of \(total) variants; to repeat the first:"
      + " RUBATO_BENCH_VARIANT='\(first)' swift test --filter \(test)"
  }
}

/// The results of a test over a matrix, in the order of its variants.
public struct BenchVariantResults: Sendable, CustomStringConvertible {
  /// The results, one for each variant.
  public let results: [BenchVariantResult]
  /// The name of the test as an argument of `swift test --filter`.
  let test: String

  /// Whether the test has passed with all variants.
  public var hasPassed: Bool { results.allSatisfy(\.hasPassed) }

  /// The findings, each once, in the order of the first variants that have them.
  public var findings: [BenchVariantFinding] {
    // The groups of equal problems, and their keys in the order of their first occurrences.
    var keys: [String] = []
    var groups: [String: [Occurrence]] = [:]
    func add(_ occurrence: Occurrence, to key: String) {
      if groups[key] == nil { keys.append(key) }
      groups[key, default: []].append(occurrence)
    }
    for result in results {
      for failure in result.failures {
        add(Occurrence(variant: result.variant, failure: failure), to: failure.group)
      }
      for problem in result.problems {
        add(Occurrence(variant: result.variant, problem: problem), to: problem.group)
      }
    }
    return keys.compactMap { key in
      guard let group = groups[key], let first = group.first else { return nil }
      var known: Set<BenchVariant> = []
      let variants = group.compactMap(\.variant).filter { known.insert($0).inserted }
      return BenchVariantFinding(
        failure: first.failure, problem: first.problem, variants: variants, total: results.count,
        test: test)
    }
  }

  /// A failure or a problem in one variant.
  private struct Occurrence {
    let variant: BenchVariant?
    var failure: BenchFailure?
    var problem: BenchVariantResult.Problem?
  }

  /// Adds the failures of the app to the SARIF file of the environment, if any.
  ///
  /// - Parameter areExpected: Whether the test expects them.
  func report(areExpected: Bool) {
    SARIFFile.ofEnvironment?.add(findings.compactMap(\.failure), areExpected: areExpected)
  }

  /// The findings, or a sentence if there are none.
  public var description: String {
    hasPassed
      ? "All \(results.count) variants have passed."
      : findings.map(\.description).joined(separator: "\n")
  }
}

/// The findings of a test over a matrix, as an error for tests.
public struct BenchVariantFailures: Error, CustomStringConvertible {
  /// The results of all variants.
  public let results: BenchVariantResults

  /// The findings.
  public var description: String { results.description }
}

extension BenchFailure {
  /// A text that is equal for the same problem in different variants. Numbers in the message can differ.
  fileprivate var group: String {
    "\(kind.rawValue) \(identifier) \(location?.description ?? "")"
  }
}

extension BenchVariantResult.Problem {
  fileprivate var group: String { place ?? message }
}
